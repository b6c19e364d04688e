import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { hashRequest, requireSameRequest } from '../../http/idempotency-key.ts';

/** What somebody asks for under a key, by `POST /api/orders` or `POST /api/subscription`. */
interface KeyedRequest {
  accountId: string;
  key: string;
  content: object;
}

const prefix = 'request ';
const sha256Length = 64;

/** The cause of what a request brings about, in `subscription_events`. */
export const sourceOf = (sha256: string, key: string): string => `${prefix}${sha256} ${key}`;

/**
 * The hash of a request, whose key came with nothing else before: neither with an order nor with a change of a plan that was
 * carried out. Throws `idempotency-key-reused`. The account is locked.
 */
export async function requireSameUnderKey(
  trx: OpenTransaction,
  { accountId, key, content }: KeyedRequest,
): Promise<string> {
  const sha256 = hashRequest(content);
  for (const earlier of await findHashes(trx, accountId, key)) requireSameRequest(earlier, sha256);
  return sha256;
}

/** Whether a change of a plan was carried out for it, whatever has become of the plan since. */
export async function isCarriedOut(queries: Queries, accountId: string, source: string): Promise<boolean> {
  const row = await queries
    .selectFrom('subscription_events')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_events.subscription_id')
    .select('subscription_events.id')
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .executeTakeFirst();
  return row !== undefined;
}

async function findHashes(trx: OpenTransaction, accountId: string, key: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select request_sha256 as sha256 from orders where account_id = ${accountId} and idempotency_key = ${key}
    union select substr(e.source, ${prefix.length + 1}::integer, ${sha256Length}::integer)
      from subscription_events e join subscriptions s on s.id = e.subscription_id
      where s.account_id = ${accountId} and starts_with(e.source, ${prefix}::text)
        and substr(e.source, ${prefix.length + sha256Length + 2}::integer) = ${key}::text`.execute(trx);
  return rows.map(({ sha256 }) => sha256);
}
