import * as z from 'zod/mini';
import { privacyRequestKinds } from '../../../shared/api/privacy-requests.ts';
import { operator } from '../../../shared/business/company.ts';
import { retention } from '../../../shared/business/retention.ts';
import { support } from '../../../shared/business/support.ts';
import { formatDate } from '../../../shared/dates.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { enqueueMail, formatMoment, lettersOf, writeLetter } from '../../platform/mails/mails.ts';
import { readTexts } from '../../texts.ts';
import type { PrivacyRequest } from './privacy-requests.tables.ts';

const sampleTime = new Date('2026-12-01T10:30:00Z');

/** What people are told of their requests. */
export const requestLetters = lettersOf(
  'request-mails',
  ['request-received', 'request-identify', 'request-answered', 'country-left'],
  (locale) => ({
    ...Object.fromEntries(
      ['receivedAt', 'dueAt', 'until', 'closesAt'].map((name) => [name, formatMoment(locale, sampleTime)]),
    ),
    kind: '…',
    code: '1234 5678',
    days: String(retention.deletedAccountDays),
  }),
);
type Kind = (typeof requestLetters.kinds)[number];

const kindsSchema = z.record(z.enum(privacyRequestKinds), z.string());
/** What is asked for, in words. */
const describeKind = async (locale: Locale, kind: PrivacyRequest['kind']) =>
  (await readTexts('request-kinds', kindsSchema))[locale][kind];

const formatLastDay = (locale: Locale, end: Date) =>
  formatDate(locale, new Date(end.getTime() - 1), { dateStyle: 'long', timeZone: support.timeZone });

const productName = 'Writing Ant';

interface Addressee {
  accountId: string | null;
  to: string;
  locale: Locale;
}

/** Where the person of a request is written to: the address on file, or the one that the request came from. */
export async function findAddressee(
  trx: OpenTransaction,
  { account_id, email, locale }: PrivacyRequest,
): Promise<Addressee | undefined> {
  const to = account_id === null ? email : (await findAccount(trx, account_id))?.email;
  return to ? { accountId: account_id, to, locale } : undefined;
}

export const mailReceived = async (
  act: Act,
  addressee: Addressee,
  { id, kind, received_at, due_at, locale }: PrivacyRequest,
): Promise<void> =>
  send(act, addressee, {
    kind: 'request-received',
    dedupeKey: `request-received ${id}`,
    path: paths.privacy,
    values: {
      kind: await describeKind(locale, kind),
      receivedAt: formatMoment(locale, received_at),
      dueAt: formatLastDay(locale, due_at),
    },
  });

/** The code that shows that whoever asks reads the mails of this address; or the one that opens the answer. */
export const mailCode = async (
  act: Act,
  addressee: Addressee,
  request: PrivacyRequest,
  { kind, code, until }: { kind: 'request-identify' | 'request-answered'; code: string; until: Date },
): Promise<void> => {
  const { locale } = request;
  const values = {
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    until: formatMoment(locale, until),
    ...(kind === 'request-identify' && { kind: await describeKind(locale, request.kind) }),
  };
  const dedupeKey = `${kind} ${request.id} ${until.toISOString()}`;
  await send(act, addressee, { kind, dedupeKey, path: paths.privacy, values });
};

export const mailCountryLeft = async (
  act: Act,
  { id, email }: { id: string; email: string | null },
  { closesAt, locale }: { closesAt: Date; locale: Locale },
): Promise<void> => {
  if (email === null) return;
  const values = { closesAt: formatMoment(locale, closesAt), days: String(retention.deletedAccountDays) };
  const dedupeKey = `country-left ${id} ${closesAt.toISOString()}`;
  const letter = { kind: 'country-left', dedupeKey, path: paths.accountData, values } as const;
  await send(act, { accountId: id, to: email, locale }, letter);
};

async function send(
  act: Act,
  { accountId, to, locale }: Addressee,
  { kind, dedupeKey, path, values }: { kind: Kind; dedupeKey: string; path: string; values: Record<string, string> },
): Promise<void> {
  const url = `${act.config.siteOrigin}${localizedPath(path, locale)}`;
  const content = await requestLetters.write(kind, locale, { ...values, email: operator.privacyEmail }, url);
  await enqueueMail(act, { ...content, kind, dedupeKey, accountId, to, whenUnknown: 'send-again' });
}

/** To those who work here, in English. Names nobody. */
export async function mailOperator(
  act: Act,
  { kind, dedupeKey, subject, paragraphs }: { kind: string; dedupeKey: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const content = writeLetter({
    locale: 'en',
    subject,
    paragraphs,
    note: 'The commands are explained in docs/operations.md.',
    footer: 'A notice of the service to its operator.',
  });
  const to = operator.privacyEmail;
  await enqueueMail(act, { ...content, kind, dedupeKey, accountId: null, to, whenUnknown: 'send-again' });
}

/** The same for every account, with its id at the end. */
export const breachKey = (breachId: string): string => `breach-notice ${breachId} `;

/** What those affected by a breach are told, in the operator's words (GDPR Art. 34). */
export async function mailBreach(
  act: Act,
  addressee: Addressee,
  { id, subject, paragraphs }: { id: string; subject: string; paragraphs: string[] },
): Promise<boolean> {
  const note = operator.privacyEmail;
  const content = writeLetter({ locale: addressee.locale, subject, paragraphs, note, footer: productName });
  const dedupeKey = `${breachKey(id)}${addressee.accountId}`;
  return enqueueMail(act, { ...content, kind: 'breach-notice', dedupeKey, ...addressee, whenUnknown: 'send-again' });
}
