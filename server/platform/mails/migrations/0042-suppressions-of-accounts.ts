import { type Kysely, sql } from 'kysely';

/**
 * From now on an address is given up for the account that named it alone. What was given up for everybody goes on for those whose
 * mails had come back; the rows of before stay for the version before, and go in their time.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into mail_suppressions (address_sha256, outcome, suppressed_at)
      select distinct on (1)
          encode(sha256(convert_to(coalesce(mail.account_id, '') || ' ' || lower(mail.recipient), 'UTF8')), 'hex'),
          known.outcome, known.suppressed_at
        from mails as mail join mail_suppressions as known
          on known.address_sha256 = encode(sha256(convert_to(lower(mail.recipient), 'UTF8')), 'hex')
        where mail.state = 'bounced'
        order by 1, known.suppressed_at desc
      on conflict do nothing`.execute(database);
}
