import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';

type Secrets = Pick<Config, 'linkSecret' | 'formerLinkSecrets'>;

/** In hexadecimal, because some servers change the case of addresses; with it, the part before the @ has 60 of 64 characters. */
const markLength = 16;

const markOf = (secret: Buffer, mailId: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['return-address', mailId]))
    .digest('hex')
    .slice(0, markLength);

/**
 * Where a mail returns to: an address of its own, so that no server need repeat what it said (variable envelope return path), with
 * a mark that only servers on its way see: it stands neither in the mail nor in what we tell of it. Without a mailbox for it, to
 * the sender, whom people read.
 */
export const returnAddressIn =
  ({ mail: { from, bounceUrl }, linkSecret }: Pick<Config, 'mail' | 'linkSecret'>) =>
  (mailId: string): string =>
    bounceUrl ? `bounce+${mailId}.${markOf(linkSecret, mailId)}${from.slice(from.lastIndexOf('@'))}` : from;

/** Whether one of our secrets made it; a mail that is under way while they change returns to where it was told to. */
export const isReturnMark = (
  { linkSecret, formerLinkSecrets }: Secrets,
  { mailId, mark }: { mailId: string; mark: string },
): boolean =>
  [linkSecret, ...formerLinkSecrets].some((secret) => {
    const [expected, given] = [Buffer.from(markOf(secret, mailId)), Buffer.from(mark)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
