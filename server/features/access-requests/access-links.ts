import { createHmac, timingSafeEqual } from 'node:crypto';
import { accessLinkPath } from '../../../shared/api-paths.ts';
import type { Config } from '../../config/config.ts';
import type { AccessRequest } from './access-requests.tables.ts';

type Secrets = Pick<Config, 'linkSecret' | 'formerLinkSecrets'>;

/** Only the newest mail confirms, hence the time. */
const confirmation = ({ id, asked_at }: Pick<AccessRequest, 'id' | 'asked_at'>) => [
  'access-confirm',
  id,
  asked_at.getTime(),
];
const leaving = (id: string) => ['access-leave', id];

const sign = (secret: Buffer, parts: readonly unknown[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

function isSigned({ linkSecret, formerLinkSecrets }: Secrets, parts: readonly unknown[], key: string): boolean {
  const given = Buffer.from(key);
  return [linkSecret, ...formerLinkSecrets].some((secret) => {
    const expected = Buffer.from(sign(secret, parts));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Whoever reads the mailbox can confirm, and nobody else. */
export const confirmationPath = (config: Secrets, request: AccessRequest): string =>
  accessLinkPath(request.id, 'confirm', sign(config.linkSecret, confirmation(request)));

export const isConfirmationKey = (config: Secrets, request: AccessRequest, key: string): boolean =>
  isSigned(config, confirmation(request), key);

/** Good as long as there is a request. */
export const leavingPath = (config: Secrets, id: string): string =>
  accessLinkPath(id, 'leave', sign(config.linkSecret, leaving(id)));

export const isLeavingKey = (config: Secrets, id: string, key: string): boolean => isSigned(config, leaving(id), key);
