import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import { Problem } from '../../http/problem.ts';
import type { LinkSecrets } from '../../http/signed-links.ts';
import {
  type AccountAddress,
  confirmAddress,
  findAddress,
  findAddressById,
  isConfirmedAddress,
  liftSuppression,
  lockAddress,
  noteAddress,
  releaseHeld,
} from '../../platform/mails/mails.ts';
import { askAddress } from './address-check.ts';
import { addressCheckJob } from './address-confirmations.jobs.ts';
import { isConfirmationKey } from './address-links.ts';

interface NamedAddress {
  accountId: string;
  email: string;
  locale: Locale;
}

/** Somebody has typed an address for an account: unless it is confirmed, we find out whose it is before anything goes there. */
export async function nameAddress(act: Act, named: NamedAddress): Promise<void> {
  const { trx, now } = act;
  if (await isConfirmedAddress(trx, named)) return;
  await noteAddress(trx, named, now);
  await act.enqueue(addressCheckJob, {});
}

/** A link that can confirm, or has done so. */
export async function findConfirmation(
  { config, database, clock }: ActDependencies,
  id: string,
  key: string,
): Promise<AccountAddress | undefined> {
  const asked = await findAddressById(database.kysely, id);
  return asked && isGood(config, asked, key, clock()) ? asked : undefined;
}

const isGood = (config: LinkSecrets, asked: AccountAddress, key: string, now: Date): boolean =>
  isConfirmationKey(config, asked, { key, now }) &&
  now.getTime() < asked.asked_at!.getTime() + addressConfirmation.linkDays * dayMs;

/**
 * Whoever reads the mails of the address says that it is theirs: what waited for that leaves, and what had come back is tried
 * again. Undefined for a link that is no longer valid. Safe to repeat.
 */
export async function confirmByLink(
  deps: ActDependencies,
  id: string,
  key: string,
): Promise<AccountAddress | undefined> {
  return act(deps, async (act) => {
    const { trx, now } = act;
    const asked = await lockAddress(trx, id);
    if (!asked || !isGood(act.config, asked, key, now)) return undefined;
    const named = { accountId: asked.account_id, email: asked.address, locale: asked.locale };
    if (asked.confirmed_at === null) {
      await confirmAddress(trx, named, { confirmed_by: 'link', confirmed_at: now });
      await liftSuppression(trx, named);
      await releaseHeld(act, named);
    }
    return asked;
  });
}

/** Sends the mail with the link once more, to an address that was typed for the account. Throws `not-found`, `too-many-requests`. */
export async function askAgain(deps: ActDependencies, { accountId, email, locale }: NamedAddress): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now } = act;
    const found = await findAddress(trx, { accountId, email });
    const named = found && (await lockAddress(trx, found.id));
    if (!named) throw new Problem('not-found');
    if (named.confirmed_at !== null) return;
    const again = (named.asked_at?.getTime() ?? 0) + addressConfirmation.againAfterMinutes * minuteMs;
    if (now.getTime() < again) throw tooMany(again - now.getTime());
    const isEnough = named.asked_times >= addressConfirmation.mostMails;
    if (isEnough || !(await askAddress(act, { ...named, locale }))) throw tooMany(dayMs);
  });
}

const tooMany = (waitMs: number) =>
  new Problem('too-many-requests', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
