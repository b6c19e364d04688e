import type { Config } from '../../config/config.ts';
import type { AccountPart } from '../../contract/account-part.ts';
import type { Queries } from '../../database/schema.ts';

/** Twelve characters: in base64 it ends where the id begins. */
const mark = 'stored-file:';
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** The only line of its part of the message. */
const markedLine = new RegExp(`^${base64(mark)}([A-Za-z0-9+/]{48})(?=\\r$)`, 'gm');

/** What a stored message has in place of a file: its id, which is a UUID. */
export const markFile = (id: string): string => mark + id;

/** Whether what is attached to a stored message only stands for a file. */
export const isFileMark = (content: Buffer): boolean => content.toString('latin1').startsWith(mark);

interface Owner {
  config: Config;
  parts: readonly AccountPart[];
  accountId: string | null;
}

/**
 * The message with the files of its account. Null where one cannot be made yet. What looks like a mark, and is no file of the account, is
 * what somebody wrote, and stays.
 */
export async function fillFiles(
  queries: Queries,
  message: string,
  { config, parts, accountId }: Owner,
  now: Date,
): Promise<string | null> {
  if (accountId === null) return message;
  const files = new Map<string, Buffer>();
  for (const [line, encoded] of message.matchAll(markedLine)) {
    const id = Buffer.from(encoded!, 'base64').toString('latin1');
    for (const { mailFile } of parts) {
      const file = await mailFile?.(queries, accountId, id, { config, now });
      if (file === 'not-made') return null;
      if (file) files.set(line, file);
    }
  }
  return message.replaceAll(
    markedLine,
    (line) =>
      files
        .get(line)
        ?.toString('base64')
        .replaceAll(/.{76}(?=.)/g, '$&\r\n') ?? line,
  );
}
