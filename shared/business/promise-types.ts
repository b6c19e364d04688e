/** Who sees to it that a promise is kept. */
type Keeper =
  /** `file#symbol` of the code that keeps it, and the test that states the number itself and moves time past it. */
  | { kind: 'code'; symbol: string; test: string }
  /** People, who confirm it. */
  | { kind: 'attested'; by: string }
  /** Somebody else's machines or programs. */
  | { kind: 'elsewhere'; by: string }
  /** What it is about does not exist yet. */
  | { kind: 'later'; due: 'sales' };

/** A period that the site or a legal text promises to people. */
export interface PeriodPromise {
  id: string;
  /** `file#name` in shared/business. */
  constant: string;
  value: number;
  /** Its placeholder in the drafts of the legal texts, if they quote it. */
  quoted?: string;
  /** Keys of the messages of pages that quote it, and of the server's words, which begin with their file. */
  messages?: readonly string[];
  keeper: Keeper;
}
