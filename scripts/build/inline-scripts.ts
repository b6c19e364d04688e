import { createHash } from 'node:crypto';
import path from 'node:path';
import { rolldown } from 'rolldown';

const directory = path.resolve(import.meta.dirname, '../../app/site/inline');

/** A script or style embedded in the page, with the hash by which the content security policy admits it. */
export interface Inline {
  text: string;
  /** `sha256-…` as in a CSP source list. */
  hash: string;
}

/** `text` with its CSP hash. */
export function inline(text: string): Inline {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}

/** One file of app/site/inline with everything it imports, as a script that leaves no globals behind. */
async function bundleScript(name: string): Promise<Inline> {
  const bundle = await rolldown({
    input: path.join(directory, name),
    platform: 'browser',
    // Lists of addresses are only read: entries that no script uses need not be in every page.
    treeshake: { propertyReadSideEffects: false },
    optimization: { inlineConst: true },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [script, ...others] = output;
  if (others.length > 0) throw new Error(`app/site/inline/${name} is more than one script.`);
  return inline(script.code.trim());
}

/** The scripts of every page. They are constant, so that one hash each covers the whole site. */
export interface InlineScripts {
  head: Inline;
  end: Inline;
  /** Only on the not-found page. */
  countdown: Inline;
  /** Only on the contact page. */
  supportHours: Inline;
}

export async function readInlineScripts(): Promise<InlineScripts> {
  const files = ['head.ts', 'end.ts', 'countdown.ts', 'support-hours.ts'];
  const [head, end, countdown, supportHours] = await Promise.all(files.map(bundleScript));
  return { head: head!, end: end!, countdown: countdown!, supportHours: supportHours! };
}
