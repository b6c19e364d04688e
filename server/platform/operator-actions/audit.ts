import { createHash } from 'node:crypto';
import type { Queries } from '../../database/schema.ts';
import { type ChainedAction, findActionsAfter, findChain } from './operator-actions.queries.ts';

/** What was found wrong with the record of actions. */
interface AuditFault {
  /** Of the first action that is not what it was. */
  position: number;
  what: 'changed, or one before it was' | 'removed' | 'the end was removed' | 'the chain itself was removed';
}

interface Audit {
  actions: number;
  /** Noted elsewhere, it proves later that nothing up to here was rewritten together with all hashes. */
  head: { position: number; sha256: string } | undefined;
  fault: AuditFault | undefined;
  /** Whether the hash that was given is one of the chain. */
  hasGiven: boolean;
}

const batch = 1_000;

/**
 * Reckons every hash anew: an action that was changed, removed or put in between is found. Whoever owns the database can rewrite all
 * of it together; only a head that was noted elsewhere tells that.
 */
export async function auditActions(queries: Queries, given?: string): Promise<Audit> {
  const chain = await findChain(queries);
  const audit: Audit = { actions: 0, head: undefined, fault: undefined, hasGiven: given === chain?.startSha256 };
  if (!chain) return { ...audit, fault: { position: 0, what: 'the chain itself was removed' } };
  let { startPosition: position, startSha256: sha256 } = chain;
  for (;;) {
    const actions = await findActionsAfter(queries, position, batch);
    for (const action of actions) {
      if (action.position !== position + 1) return { ...audit, fault: { position: position + 1, what: 'removed' } };
      sha256 = hashOf(sha256, action);
      position = action.position;
      if (action.sha256 !== sha256) return { ...audit, fault: { position, what: 'changed, or one before it was' } };
      audit.actions += 1;
      audit.hasGiven ||= given === sha256;
    }
    if (actions.length < batch) break;
  }
  audit.head = { position, sha256 };
  if (position !== chain.endPosition || sha256 !== chain.endSha256)
    audit.fault = { position: position + 1, what: 'the end was removed' };
  return audit;
}

/** As the database does it (migration 0028); lengths in characters keep fields apart. */
function hashOf(previous: string, action: ChainedAction): string {
  const { position, id, command, subject, outcome, actor, performedMs } = action;
  const fields = [String(position), id, command, subject, outcome, actor, String(performedMs)];
  const text = fields.map((field) => (field === null ? '-' : `${[...field].length}:${field}`)).join('');
  return createHash('sha256').update(previous).update(text).digest('hex');
}
