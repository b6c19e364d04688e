import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import type { Act } from '../../contract/act.ts';
import { type AccountAddress, addressMailKind, enqueueMail, lettersOf } from '../../platform/mails/mails.ts';
import { confirmationPath } from './address-links.ts';

const values = { days: String(addressConfirmation.linkDays) };

export const addressLetters = lettersOf('address-mails', [addressMailKind], () => values);

/** The one mail to an address that is not confirmed. It repeats nothing that anybody typed. */
export async function mailAddress(act: Act, asked: AccountAddress): Promise<void> {
  const url = act.config.siteOrigin + confirmationPath(act.config, asked);
  const content = await addressLetters.write(addressMailKind, asked.locale, values, url);
  await enqueueMail(act, {
    ...content,
    kind: addressMailKind,
    dedupeKey: `${addressMailKind} ${asked.id} ${asked.asked_at!.toISOString()}`,
    accountId: asked.account_id,
    to: asked.address,
  });
}
