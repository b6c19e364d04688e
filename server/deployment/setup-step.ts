import type { Layout } from './layout.ts';

/** What `setup` was asked for. */
export interface SetupOptions {
  layout: Layout;
  say: (line: string) => void;
  now: () => Date;
  /** The name under which the site is reached. */
  host: string | undefined;
  /** Of an authority of the owner's choice; otherwise Let's Encrypt gives one. */
  certificate: string | undefined;
  certificateKey: string | undefined;
  isDryRun: boolean;
}

/** Does the work unless it is done, and says which. */
export type Step = (name: string, isDone: () => boolean | Promise<boolean>, work: () => unknown) => Promise<void>;
