import { use } from 'react';
import { MessagesContext } from './messages-context.ts';

/** Suspends until message files have loaded that only some visitors of a page need. Throws when one cannot be read. */
export function useMessageFiles(files: readonly string[]): void {
  const loading = useMessageLoader()(files);
  for (const file of loading) use(file);
}

/** Loads message files, all at once; those already loaded are skipped. Throws outside the site. */
export function useMessageLoader(): (files: readonly string[]) => Promise<void>[] {
  const catalogue = use(MessagesContext);
  if (!catalogue) throw new Error('useMessageLoader must be used within the site.');
  return (files) => files.map((file) => catalogue.load(file));
}
