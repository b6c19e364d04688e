import { dayMs } from '../../../shared/durations.ts';
import { emailPattern } from '../../../shared/email-address.ts';
import type { Config } from '../../config/config.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import { connectLoginProvider } from '../../integrations/login-provider.ts';
import {
  type AccountAddress,
  changeAddress,
  confirmAddress,
  isAskedEnough,
  lockAddress,
  releaseHeld,
  settleHeld,
  spellAddress,
} from '../../platform/mails/mails.ts';
import { mailAddress } from './address-mails.ts';

/**
 * Asks the login provider whether the address is the one that it has verified; then it needs nothing more. Otherwise the address is
 * asked once, and what was to go there goes to the verified one, where there is one. Throws `LoginProviderUnreachable`: until it
 * answers, mails wait.
 */
export async function checkAddress(deps: ActDependencies, { id, account_id }: AccountAddress): Promise<void> {
  const verified = await findVerified(deps.config, account_id);
  await act(deps, async (act) => {
    const { trx, now } = act;
    const named = await lockAddress(trx, id);
    if (!named) return;
    const held = { accountId: account_id, email: named.address };
    if (verified !== undefined) {
      const known = { accountId: account_id, email: verified, locale: named.locale };
      await confirmAddress(trx, known, { confirmed_by: 'provider', confirmed_at: now });
    }
    if (named.confirmed_at !== null || verified === named.address) return releaseHeld(act, held);
    await changeAddress(trx, id, { checked_at: now });
    if (named.asked_at === null) await askAddress(act, named);
    if (verified !== undefined) await releaseHeld(act, held, verified);
    else await settleHeld(trx, held, now);
  });
}

/** As we spell addresses. Undefined also without the key of the provider, which then can tell nothing. */
async function findVerified({ login }: Pick<Config, 'login'>, accountId: string): Promise<string | undefined> {
  const email = login.apiKey ? await connectLoginProvider(login).findVerifiedEmail(accountId) : undefined;
  const spelled = email && spellAddress(email);
  return spelled && emailPattern.test(spelled) ? spelled : undefined;
}

/** Sends the mail with the link. False where the address, or the account, has had as many of them as may be. */
export async function askAddress(act: Act, named: AccountAddress): Promise<boolean> {
  const { trx, now } = act;
  if (await isAskedEnough(trx, named, new Date(now.getTime() - dayMs))) return false;
  const asked = { asked_at: now, asked_times: named.asked_times + 1 };
  await changeAddress(trx, named.id, asked);
  await mailAddress(act, { ...named, ...asked });
  return true;
}
