import { addressConfirmationPath } from '../../../shared/api-paths.ts';
import { isSigned, type LinkSecrets, sign } from '../../http/signed-links.ts';
import type { AccountAddress } from '../../platform/mails/mails.ts';

type AskedAddress = Pick<AccountAddress, 'id' | 'asked_at'>;

/** Only the newest mail confirms, hence the time. */
const confirmation = ({ id, asked_at }: AskedAddress) =>
  ({ purpose: 'address-confirm', parts: [id, asked_at?.getTime() ?? null] }) as const;

/** Whoever reads the mailbox can confirm, and nobody else. */
export const confirmationPath = (secrets: Pick<LinkSecrets, 'linkSecret'>, asked: AskedAddress): string =>
  addressConfirmationPath(asked.id, sign(secrets, confirmation(asked)));

export const isConfirmationKey = (
  secrets: LinkSecrets,
  asked: AskedAddress,
  { key, now }: { key: string; now: Date },
): boolean => asked.asked_at !== null && isSigned(secrets, confirmation(asked), { signature: key, now });
