import { createInterface } from 'node:readline/promises';

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/** What a person at the terminal answers; undefined where none sits there. Only a whole yes is one. */
export async function askPerson(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined;
  const lines = createInterface({ input, output });
  try {
    // A terminal that is closed, or Ctrl-C, answers nothing.
    const answer = await Promise.race([
      lines.question(`${question} [y/N] `),
      new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
    ]);
    return /^\s*(?:y|yes)\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}
