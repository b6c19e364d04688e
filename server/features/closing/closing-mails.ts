import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { erasureReminderDays, retention } from '../../../shared/business/retention.ts';
import { defaultLocale, formattingLocales, type Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { readTexts } from '../../texts.ts';
import { findLastLanguage } from '../acceptances/acceptances.ts';
import { enqueueMail, type MailDependencies, writeLetter } from '../mails/mails.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Whom a mail is for. */
type Holder = { id: string; email: string | null };

const letter = z.strictObject({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.string(),
  note: z.string(),
});
const schema = z.strictObject({ footer: z.string(), closed: letter, 'closing-soon': letter, kept: letter });
type Kind = 'closed' | 'closing-soon' | 'kept';

let texts: Promise<Record<Locale, z.infer<typeof schema>>> | undefined;

/** In the operator's time zone, which it names: a mail does not know where it is read. */
const formatTime = (locale: Locale, time: Date) =>
  new Intl.DateTimeFormat(formattingLocales[locale], {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Zurich',
    timeZoneName: 'short',
  }).format(time);

/**
 * Tells the holder until when the account can be kept, and reminds them before it is erased; the reminder goes when the
 * account is kept. No mail tells of the erasure itself: the address would have to outlive it.
 */
export async function mailClosed(
  trx: OpenTransaction,
  account: Holder,
  closedAt: Date,
  deps: MailDependencies,
): Promise<void> {
  const erasedAt = new Date(closedAt.getTime() + retention.deletedAccountDays * dayMs);
  const times = { closedAt, erasedAt };
  await mailHolder(trx, account, { kind: 'closed', times, path: paths.accountClosing }, deps);
  const sendAt = new Date(erasedAt.getTime() - erasureReminderDays * dayMs);
  await mailHolder(trx, account, { kind: 'closing-soon', times, path: paths.accountClosing, sendAt }, deps);
}

export const mailKept = (trx: OpenTransaction, account: Holder, keptAt: Date, deps: MailDependencies): Promise<void> =>
  mailHolder(trx, account, { kind: 'kept', times: { keptAt }, path: paths.account }, deps);

/** In the language in which the holder last accepted something. */
async function mailHolder(
  trx: OpenTransaction,
  { id, email }: Holder,
  { kind, times, path, sendAt }: { kind: Kind; times: Record<string, Date>; path: string; sendAt?: Date },
  deps: MailDependencies,
): Promise<void> {
  if (email === null) return;
  const locale = (await findLastLanguage(trx, id)) ?? defaultLocale;
  texts ??= readTexts('account-mails', schema);
  const { footer, [kind]: words } = (await texts)[locale];
  const values: Record<string, string> = { email: operator.supportEmail };
  for (const [name, time] of Object.entries(times)) values[name] = formatTime(locale, time);
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  const content = writeLetter({
    locale,
    subject: words.subject,
    paragraphs: words.paragraphs.map(fill),
    action: { label: words.action, url: `${deps.config.siteOrigin}${localizedPath(path, locale)}` },
    note: words.note,
    footer: fill(footer),
  });
  const dedupeKey = `${kind} ${id} ${Object.values(times)[0]!.toISOString()}`;
  await enqueueMail(
    trx,
    { ...content, kind, dedupeKey, accountId: id, to: email, ...(sendAt && { sendAt }), whenUnknown: 'send-again' },
    deps,
  );
}
