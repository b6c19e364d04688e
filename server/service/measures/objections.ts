import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import { Problem } from '../../http/problem.ts';
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
  here: Act,
  measure: AccountMeasure,
  given: Pick<AccountMeasure, 'sentence'> & { actor?: 'holder' },
): Promise<boolean> {
  if (!(await noteAct(here, measure, { act: 'object', ...given }))) return false;
  const dedupeKey = `objection-received ${measure.id}`;
  await mailAboutMeasure(here, measure.account_id, { kind: 'objection-received', dedupeKey });
  return true;
}

/** By the button, at any time after the measure was announced. Safe to repeat. Throws `not-found` for a measure of somebody else. */
export async function objectToMeasure(
  deps: ActDependencies,
  { accountId, id, words }: { accountId: string; id: string; words: string },
): Promise<void> {
  await act(deps, async (here) => {
    const measure = await findMeasure(here.trx, id);
    if (measure?.account_id !== accountId || measure.act === 'prove') throw new Problem('not-found');
    if (!(await noteObjection(here, measure, { sentence: words, actor: 'holder' }))) return;
    const until = decideBy(here.now).toISOString();
    const notice = {
      kind: 'objection-waiting',
      dedupeKey: `objection-waiting ${id}`,
      subject: 'Somebody objects to a measure',
      paragraphs: [
        `A person decides by ${until}.`,
        `measure list --account ${accountId} has the words; measure decide ${id} tells the decision.`,
      ],
    };
    await mailOperator(here, notice);
  });
}
