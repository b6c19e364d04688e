import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { NewOperatorAction } from './operator-actions.tables.ts';

export async function insertAction(queries: Queries, action: NewOperatorAction): Promise<void> {
  await queries.insertInto('operator_actions').values(action).execute();
}

/**
 * What was done by command with an account, oldest first, and not by whom. What is held for a dispute, and why, is the business of that
 * dispute.
 */
export async function exportActions(queries: Queries, accountId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select performed_at as at, command, outcome from operator_actions
      where ${accountId}::text = any(string_to_array(subject, ' ')) and command not like 'hold %' order by position`.execute(
    queries,
  );
  return rows;
}

export async function countExpiredActions(queries: Queries, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from expired_operator_actions(${cutoff})`.execute(queries);
  return rows[0]!.count;
}

export async function removeExpiredActions(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_operator_actions(${cutoff}, ${limit}::integer) as removed`.execute(trx);
  return Number(rows[0]!.removed);
}

interface Chain {
  startPosition: number;
  startSha256: string;
  endPosition: number;
  endSha256: string;
}

/** Where the chain begins and ends; undefined where somebody has removed that. */
export async function findChain(queries: Queries): Promise<Chain | undefined> {
  const { rows } = await sql<Chain>`
    select start_position::float8 as "startPosition", start_sha256 as "startSha256", end_position::float8 as "endPosition",
        end_sha256 as "endSha256"
      from operator_action_chain`.execute(queries);
  return rows[0];
}

export interface ChainedAction extends Required<Pick<NewOperatorAction, 'id' | 'command' | 'outcome' | 'actor'>> {
  subject: string | null;
  performedMs: number;
  position: number;
  sha256: string;
}

/** The next so many after that position. */
export async function findActionsAfter(queries: Queries, position: number, limit: number): Promise<ChainedAction[]> {
  const { rows } = await sql<ChainedAction>`
    select id, command, subject, outcome, actor, position::float8 as position, sha256,
        floor(extract(epoch from performed_at) * 1000)::float8 as "performedMs"
      from operator_actions where position > ${position}::bigint order by position limit ${limit}::integer`.execute(
    queries,
  );
  return rows;
}
