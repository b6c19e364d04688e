import { actIn } from '../../contract/act.ts';
import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import type { LinkSecrets } from '../../http/signed-links.ts';
import {
  type AccountAddress,
  addressMailKind,
  enqueueMail,
  lettersOf,
  type MailDependencies,
} from '../../platform/mails/mails.ts';
import { confirmationPath } from './address-links.ts';

const values = { days: String(addressConfirmation.linkDays) };

export const addressLetters = lettersOf('address-mails', [addressMailKind], () => values);

export type AddressMailDependencies = MailDependencies & { config: LinkSecrets };

/** The one mail to an address that is not confirmed. It repeats nothing that anybody typed. */
export async function mailAddress(
  trx: OpenTransaction,
  asked: AccountAddress,
  deps: AddressMailDependencies,
): Promise<void> {
  const url = deps.config.siteOrigin + confirmationPath(deps.config, asked);
  const content = await addressLetters.write(addressMailKind, asked.locale, values, url);
  await enqueueMail(
    actIn(trx, deps),
    {
      ...content,
      kind: addressMailKind,
      dedupeKey: `${addressMailKind} ${asked.id} ${asked.asked_at!.toISOString()}`,
      accountId: asked.account_id,
      to: asked.address,
    },
  );
}
