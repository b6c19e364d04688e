import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dayMs } from '../../shared/durations.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { type Layout, readSettings, replaceFile, writeSettings } from './layout.ts';
import { withSetting } from './settings-file.ts';

/** Settings that are secret, by the names with which `secret` calls them. */
export const secrets = {
  link: 'LINK_SECRET',
  entitlement: 'ENTITLEMENT_SIGNING_KEY',
  owner: 'DATABASE_MIGRATION_URL',
  application: 'DATABASE_URL',
  login: 'LOGIN_API_KEY',
  mail: 'SMTP_URL',
  mailbox: 'BOUNCE_IMAP_URL',
  ai: 'OPENAI_API_KEY',
  cards: 'STRIPE_SECRET_KEY',
  webhook: 'STRIPE_WEBHOOK_SECRET',
  bucket: 'RELEASES_S3_SECRET_ACCESS_KEY',
} as const;

export type SecretName = keyof typeof secrets;

/** After a year each is worth a new one. */
const dueAfterDays = 365;

/** How long a former one is accepted: what it signed is promised for so long (docs/operations.md, "Keys"). */
const keptDays = { link: 2 * 365, entitlement: 15 } as const;

type SecretDays = Record<string, string>;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const daysSince = (day: string, now: Date) => Math.floor((now.getTime() - Date.parse(day)) / dayMs);

/** A new one of those that are ours alone. */
export const makeSecret = {
  link: () => randomBytes(32).toString('hex'),
  entitlement: () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
} as const;

/**
 * Puts a new secret in front of the former ones, and takes away those of which nothing is good any more. Of those that somebody else gives,
 * `value` is the new one. Whoever calls it restarts the processes. Returns what to tell.
 */
export function rotateSecret(
  layout: Layout,
  name: SecretName,
  { value, now }: { value?: string; now: Date },
): string[] {
  const setting = secrets[name];
  const former = readSettings(layout).all[setting];
  const days = readDays(layout);
  if (name !== 'link' && name !== 'entitlement') {
    if (!value) throw new ExplainedError(`${setting} is given by whoever made it: type the new one, or pipe it in.`);
    write(layout, setting, value, { ...days, [name]: dayOf(now) });
    return [`${setting} is another one now.`];
  }
  if (value) throw new ExplainedError(`${setting} is made here: it takes no value.`);
  const entries = (former ?? '').split(',').filter(Boolean);
  const [kept, nextDays] = name === 'link' ? [keepLinks(entries, now), days] : keepEntitlements(entries, days, now);
  write(layout, setting, [makeSecret[name](), ...kept].join(','), { ...nextDays, [name]: dayOf(now) });
  const gone = entries.length - kept.length;
  return [
    `${setting}: a new one signs, ${kept.length} former ones are accepted${gone ? `, ${gone} are gone` : ''}.`,
    `A former one is accepted for ${keptDays[name]} days; the next secret rotate ${name} takes it away.`,
  ];
}

/** Each with the day on which it was replaced, which the server wants to know. */
const keepLinks = (entries: readonly string[], now: Date): string[] =>
  entries
    .map((entry) => (/@\d{4}-\d{2}-\d{2}$/.test(entry) ? entry : `${entry}@${dayOf(now)}`))
    .filter((entry) => daysSince(entry.slice(-10), now) <= keptDays.link);

/** Their days stand beside the settings, the newest first, because the server asks for none. */
function keepEntitlements(entries: readonly string[], days: SecretDays, now: Date): [string[], SecretDays] {
  const known = (days.formerEntitlements ?? '').split(',').filter(Boolean);
  const replaced = [dayOf(now), ...known];
  // One of which nobody knows the day is taken for one of today.
  const kept = entries.filter((_, index) => daysSince(replaced[index] ?? dayOf(now), now) <= keptDays.entitlement);
  return [kept, { ...days, formerEntitlements: replaced.slice(0, kept.length).join(',') }];
}

/** A line for each secret that is set: how old it is, and whether it is due. */
export function describeSecrets(layout: Layout, now: Date): string[] {
  const { all } = readSettings(layout);
  const days = readDays(layout);
  return Object.entries(secrets).flatMap(([name, setting]) => {
    if (!all[setting]) return [];
    const day = days[name];
    const age = day ? daysSince(day, now) : undefined;
    const told = age === undefined ? 'of unknown age' : `${age} days old`;
    return [
      `${name.padEnd(11)} ${setting.padEnd(30)} ${told}${age !== undefined && age > dueAfterDays ? ', DUE' : ''}`,
    ];
  });
}

/** Notes that secrets were made today. */
export function noteSecrets(layout: Layout, names: readonly SecretName[], now: Date): void {
  const days = { ...readDays(layout), ...Object.fromEntries(names.map((name) => [name, dayOf(now)])) };
  replaceFile(layout.secretDays, `${JSON.stringify(days, null, 1)}\n`, 0o600);
}

const readDays = ({ secretDays }: Layout): SecretDays =>
  existsSync(secretDays) ? JSON.parse(readFileSync(secretDays, 'utf8')) : {};

/** The settings last: a day that is noted too early hides nothing. */
function write(layout: Layout, setting: string, value: string, days: SecretDays): void {
  replaceFile(layout.secretDays, `${JSON.stringify(days, null, 1)}\n`, 0o600);
  writeSettings(layout, withSetting(readFileSync(layout.settingsFile, 'utf8'), setting, value));
}
