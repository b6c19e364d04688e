import type { Config } from '../../config/config.ts';
import { isSigned, type LinkSecrets, sign } from '../../http/signed-links.ts';

/** In hexadecimal, because some servers change the case of addresses; with it, the part before the @ has 60 of 64 characters. */
const markOf = (mailId: string) =>
  ({ purpose: 'return-address', parts: [mailId], form: { encoding: 'hex', length: 16 } }) as const;

/**
 * Where a mail returns to: an address of its own, so that no server need repeat what it said (variable envelope return path), with
 * a mark that only servers on its way see: it stands neither in the mail nor in what we tell of it. Without a mailbox for it, to
 * the sender, whom people read.
 */
export const returnAddressIn =
  ({ mail: { from, bounceUrl }, linkSecret }: Pick<Config, 'mail' | 'linkSecret'>) =>
  (mailId: string): string =>
    bounceUrl ? `bounce+${mailId}.${sign({ linkSecret }, markOf(mailId))}${from.slice(from.lastIndexOf('@'))}` : from;

/** Whether one of our secrets made it; a mail that is under way while they change returns to where it was told to. */
export const isReturnMark = (
  secrets: LinkSecrets,
  { mailId, mark, now }: { mailId: string; mark: string; now: Date },
): boolean => isSigned(secrets, markOf(mailId), { signature: mark, now });
