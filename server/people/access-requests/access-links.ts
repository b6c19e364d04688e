import { accessLinkPath } from '../../../shared/open-paths.ts';
import { isSigned, type LinkSecrets, sign } from '../../http/signed-links.ts';

/** Of whichever list: no two have the same id. */
interface Asked {
  id: string;
  asked_at: Date;
}

/** Only the newest mail confirms, hence the time. */
const confirmation = ({ id, asked_at }: Asked) =>
  ({ purpose: 'access-confirm', parts: [id, asked_at.getTime()] }) as const;

const leaving = (id: string) => ({ purpose: 'access-leave', parts: [id] }) as const;

/** What somebody who follows a link presents. */
interface Presented {
  key: string;
  now: Date;
}

/** Whoever reads the mailbox can confirm, and nobody else. */
export const confirmationPath = (config: LinkSecrets, request: Asked): string =>
  accessLinkPath(request.id, 'confirm', sign(config, confirmation(request)));

export const isConfirmationKey = (config: LinkSecrets, request: Asked, { key, now }: Presented): boolean =>
  isSigned(config, confirmation(request), { signature: key, now });

/** Good as long as there is a request. */
export const leavingPath = (config: LinkSecrets, id: string): string =>
  accessLinkPath(id, 'leave', sign(config, leaving(id)));

export const isLeavingKey = (config: LinkSecrets, id: string, { key, now }: Presented): boolean =>
  isSigned(config, leaving(id), { signature: key, now });
