import { erasureReminderDays } from '../../../shared/business/account-closing.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import { defaultLocale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import { findLastLanguage } from '../../people/acceptances/acceptances.ts';
import { enqueueMail, formatMoment, lettersOf } from '../../platform/mails/mails.ts';

/** Whom a mail is for. */
export type Holder = { id: string; email: string | null };

const sampleTime = new Date('2026-12-01T10:30:00Z');

/** What holders are told when their account ends, and when it goes on. */
export const closingLetters = lettersOf('account-mails', ['closed', 'closing-soon', 'kept'], (locale) => {
  const time = formatMoment(locale, sampleTime);
  return { closedAt: time, erasedAt: time, keptAt: time };
});
type Kind = (typeof closingLetters.kinds)[number];

/**
 * Tells the holder until when the account can be kept, and reminds them before it is erased; the reminder goes when the
 * account is kept. No mail tells of the erasure itself: the address would have to outlive it.
 */
export async function mailClosed(act: Act, account: Holder, closedAt: Date): Promise<void> {
  const times = timesOf(closedAt);
  await mailHolder(act, account, { kind: 'closed', times, path: paths.accountClosing });
  await mailBeforeErasure(act, account, closedAt);
}

/** Nothing where it is erased by now. */
export async function mailBeforeErasure(act: Act, account: Holder, closedAt: Date): Promise<void> {
  const { now } = act;
  const times = timesOf(closedAt);
  if (times.erasedAt <= now) return;
  const sendAt = new Date(times.erasedAt.getTime() - erasureReminderDays * dayMs);
  await mailHolder(act, account, { kind: 'closing-soon', times, path: paths.accountClosing, sendAt });
}

const timesOf = (closedAt: Date) => ({
  closedAt,
  erasedAt: new Date(closedAt.getTime() + retention.deletedAccountDays * dayMs),
});

export const mailKept = (act: Act, account: Holder, keptAt: Date): Promise<void> =>
  mailHolder(act, account, { kind: 'kept', times: { keptAt }, path: paths.account });

/** In the language in which the holder last accepted something. */
async function mailHolder(
  act: Act,
  { id, email }: Holder,
  { kind, times, path, sendAt }: { kind: Kind; times: Record<string, Date>; path: string; sendAt?: Date },
): Promise<void> {
  const { trx } = act;
  if (email === null) return;
  const locale = (await findLastLanguage(trx, id)) ?? defaultLocale;
  const values = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, formatMoment(locale, time)]));
  const url = `${act.config.siteOrigin}${localizedPath(path, locale)}`;
  const content = await closingLetters.write(kind, locale, values, url);
  const dedupeKey = `${kind} ${id} ${Object.values(times)[0]!.toISOString()}`;
  await enqueueMail(act, {
    ...content,
    kind,
    dedupeKey,
    accountId: id,
    to: email,
    ...(sendAt && { sendAt }),
    whenUnknown: 'send-again',
  });
}
