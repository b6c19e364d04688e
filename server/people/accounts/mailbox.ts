import { type RawBuilder, sql } from 'kysely';

/** An address without case and without what follows a plus sign: where its mails arrive. */
export const mailboxOf = (address: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;
