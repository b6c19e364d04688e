import type { CorrectionRequest } from '../../../shared/api/privacy-requests.ts';
import { otherCountry } from '../../../shared/business/eligibility.ts';
import { ineligibleAccountDays } from '../../../shared/business/privacy-requests.ts';
import { dayMs } from '../../../shared/durations.ts';
import { defaultLocale } from '../../../shared/locales.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { findLastLanguage } from '../../people/acceptances/acceptances.ts';
import { changeAccount, endAccount, lockAccount } from '../../people/accounts/accounts.ts';
import { withdrawMails } from '../../platform/mails/mails.ts';
import { forgetTracesOfObjectors, lockAccountsThatClose } from './privacy-requests.queries.ts';
import { recordOwnAct } from './privacy-requests.ts';
import { mailCountryLeft } from './request-mails.ts';

/** What people may do with a suspended or restricted account, too. Throws `not-found` where nothing is stored. */
async function lockLivingAccount(trx: OpenTransaction, id: string) {
  const account = await lockAccount(trx, id);
  if (!account) throw new Problem('not-found', { detail: 'Nothing is stored about this account yet.' });
  if (account.status === 'ended') throw new Problem('account-ended');
  return account;
}

/**
 * Puts name and country right, at once. Who lives where nobody may use the product is told to uninstall it, and the account
 * ends after a time in which a mistake can be put right (specification 1).
 */
export async function correctAccount(
  deps: ActDependencies,
  id: string,
  { fullName, country }: CorrectionRequest,
): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now: at } = act;
    const account = await lockLivingAccount(trx, id);
    if (account.full_name === fullName && account.country === country) return;
    const locale = (await findLastLanguage(trx, id)) ?? defaultLocale;
    const isLeaving = country === otherCountry;
    const closes_at = isLeaving ? (account.closes_at ?? new Date(at.getTime() + ineligibleAccountDays * dayMs)) : null;
    await changeAccount(trx, id, { full_name: fullName, country, closes_at, updated_at: at });
    await recordOwnAct(trx, { accountId: id, kind: 'rectification', locale, at }, 'corrected by the holder');
    if (isLeaving && !account.closes_at) await mailCountryLeft(act, account, { closesAt: closes_at!, locale });
    if (!isLeaving) await withdrawMails(trx, id, ['country-left']);
  });
}

/** From then on the data is only kept: downloads, updates and requests are refused until the holder takes it back. */
export const restrictAccount = (deps: ActDependencies, id: string, isOn: boolean): Promise<void> =>
  decide(deps, id, 'restriction', 'restricted_at', isOn);

/** What is kept for security alone goes at once, and is not kept of anything to come. */
export async function objectToTraces(deps: ActDependencies, id: string, isOn: boolean): Promise<void> {
  await decide(deps, id, 'objection', 'objected_at', isOn);
  if (isOn) await forgetTraces(deps);
}

async function decide(
  deps: ActDependencies,
  id: string,
  kind: 'restriction' | 'objection',
  column: 'restricted_at' | 'objected_at',
  isOn: boolean,
): Promise<void> {
  await act(deps, async ({ trx, now: at }) => {
    const account = await lockLivingAccount(trx, id);
    if ((account[column] !== null) === isOn) return;
    await changeAccount(trx, id, { [column]: isOn ? at : null });
    const locale = (await findLastLanguage(trx, id)) ?? defaultLocale;
    await recordOwnAct(
      trx,
      { accountId: id, kind, locale, at },
      isOn ? 'begun by the holder' : 'taken back by the holder',
    );
  });
}

const batchSize = 500;

/** Of everybody who objects to them. A download under way leaves new ones, so this is repeated every minute. */
export async function forgetTraces(deps: ActDependencies): Promise<void> {
  for (let found = batchSize; found >= batchSize; )
    found = await act(deps, ({ trx }) => forgetTracesOfObjectors(trx, batchSize));
}

/** Ends the accounts whose holders have had their time to correct the country. They can be restored by support. */
export async function endLeftAccounts(deps: ActDependencies): Promise<void> {
  for (let found = batchSize; found >= batchSize; )
    found = await act(deps, async ({ trx, now }) => {
      const ids = await lockAccountsThatClose(trx, now, batchSize);
      for (const id of ids) await endAccount(trx, id, now, 'company');
      return ids.length;
    });
}
