import { actIn } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import type { MailDependencies } from '../../platform/mails/mails.ts';
import { mailOperator } from '../../privacy/privacy-requests/privacy-requests.ts';
import { mailAboutMeasure } from './measure-mails.ts';
import { findMeasure } from './measures.queries.ts';
import type { AccountMeasure } from './measures.tables.ts';
import { decideBy, noteAct } from './measures.ts';

/**
 * Notes that the holder objects and confirms it to them: from now on a person has a time in which to decide. False where it was noted
 * before. `words` are the holder's own.
 */
export async function noteObjection(
  trx: OpenTransaction,
  measure: AccountMeasure,
  given: Pick<AccountMeasure, 'sentence'> & { actor?: 'holder' },
  deps: MailDependencies,
): Promise<boolean> {
  if (!(await noteAct(trx, measure, { act: 'object', ...given }, deps.clock()))) return false;
  const dedupeKey = `objection-received ${measure.id}`;
  await mailAboutMeasure(trx, measure.account_id, { kind: 'objection-received', dedupeKey }, deps);
  return true;
}

/** By the button, at any time after the measure was announced. Safe to repeat. Throws `not-found` for a measure of somebody else. */
export async function objectToMeasure(
  deps: MailDependencies & Pick<FeatureDependencies, 'database'>,
  { accountId, id, words }: { accountId: string; id: string; words: string },
): Promise<void> {
  await deps.database.kysely.transaction().execute(async (trx) => {
    const measure = await findMeasure(trx, id);
    if (measure?.account_id !== accountId || measure.act === 'prove') throw new Problem('not-found');
    if (!(await noteObjection(trx, measure, { sentence: words, actor: 'holder' }, deps))) return;
    const until = decideBy(deps.clock()).toISOString();
    const notice = {
      kind: 'objection-waiting',
      dedupeKey: `objection-waiting ${id}`,
      subject: 'Somebody objects to a measure',
      paragraphs: [
        `A person decides by ${until}.`,
        `measure list --account ${accountId} has the words; measure decide ${id} tells the decision.`,
      ],
    };
    await mailOperator(actIn(trx, deps), notice);
  });
}
