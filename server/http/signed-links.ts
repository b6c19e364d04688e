import { createHmac, timingSafeEqual } from 'node:crypto';
import { access } from '../../shared/business/access.ts';
import { addressConfirmation } from '../../shared/business/address-confirmation.ts';
import { downloadLinkDays } from '../../shared/business/download-limits.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Config } from '../config/config.ts';

/**
 * Everything that carries a signature of ours, the only home of it: what is signed for one purpose is worthless for another. The days
 * say for how long after a change of the secret something signed before is still presented; a secret whose day is known is good
 * for no longer, so that it can stay for those that are promised without an end (docs/operations.md, "Keys").
 */
const daysPresented = {
  download: downloadLinkDays,
  'access-confirm': access.confirmationHours / 24,
  /** As long as there is a request for access. */
  'access-leave': Number.POSITIVE_INFINITY,
  'address-confirm': addressConfirmation.linkDays,
  /** Servers try to deliver a mail for five days (RFC 5321, section 4.5.4.1), and so does the answer that it could not be. */
  'return-address': 14,
} as const;

type Purpose = keyof typeof daysPresented;

export type LinkSecrets = Pick<Config, 'linkSecret' | 'formerLinkSecrets'>;

interface Signed {
  purpose: Purpose;
  parts: readonly unknown[];
  /** For a place that takes few characters, or does not keep their case. */
  form?: { encoding: 'hex'; length: number };
}

/** The signature for what is told of now. The same `signed` and secret always give the same one. */
export const sign = ({ linkSecret }: Pick<Config, 'linkSecret'>, signed: Signed): string =>
  signWith(linkSecret, signed);

/** Whether one of our secrets that is good for the purpose at `now` has made `signature`. */
export function isSigned(
  { linkSecret, formerLinkSecrets }: LinkSecrets,
  signed: Signed,
  { signature, now }: { signature: string; now: Date },
): boolean {
  const isPresented = (replacedOn: Date | undefined) =>
    // Replaced at the end of its day at the latest.
    !replacedOn || now.getTime() < replacedOn.getTime() + (daysPresented[signed.purpose] + 1) * dayMs;
  const good = formerLinkSecrets.filter(({ replacedOn }) => isPresented(replacedOn)).map(({ secret }) => secret);
  // Compared as text: decoding would let several texts represent one signature.
  const given = Buffer.from(signature);
  return [linkSecret, ...good].some((secret) => {
    const expected = Buffer.from(signWith(secret, signed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** As JSON, no two different things produce the same text. */
function signWith(secret: Buffer, { purpose, parts, form }: Signed): string {
  const hmac = createHmac('sha256', secret).update(JSON.stringify([purpose, ...parts]));
  return form ? hmac.digest(form.encoding).slice(0, form.length) : hmac.digest('base64url');
}
