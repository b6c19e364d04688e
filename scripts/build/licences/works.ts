/** Where a work is: in what the browser is sent, in what the server runs, or in neither because it only made a file. */
export type Place = 'browser' | 'server' | 'film';

/** A work of others that the site contains or was made with. */
export interface Work {
  name: string;
  version?: string;
  /** What its makers say: an SPDX expression. Empty when they say nothing. */
  licence: string;
  /** Whose it is, each line as the makers write it. */
  copyright: readonly string[];
  /** Address of its source. */
  source: string;
  /** The licence as it comes with the work; none where it comes without. */
  text?: string;
  kind: 'software' | 'font' | 'tool';
  places: readonly Place[];
}
