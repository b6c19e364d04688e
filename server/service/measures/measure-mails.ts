import path from 'node:path';
import * as z from 'zod/mini';
import { type MeasureReason, objectionDays, throttledRequestsPerHour } from '../../../shared/business/measures.ts';
import { defaultLocale, type Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import { findLastLanguage } from '../../people/acceptances/acceptances.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { enqueueMail, formatMoment, lettersOf } from '../../platform/mails/mails.ts';
import { readTextsIn } from '../../texts.ts';

const kinds = [
  'measure-suspend',
  'measure-throttle',
  'measure-block',
  'measure-terminate',
  'measure-prove',
  'measure-lifted',
  'measure-lifted-partly',
  'objection-received',
  'objection-decided',
] as const;

const sampleTime = new Date('2026-12-01T10:30:00Z');

/** What holders are told of measures against their account (Terms 9; Privacy Policy 10: a person decides). */
export const measureLetters = lettersOf('measure-mails', kinds, (locale) => ({
  reason: '…',
  sentence: '…',
  from: formatMoment(locale, sampleTime),
  until: formatMoment(locale, sampleTime),
  mendBy: formatMoment(locale, sampleTime),
  days: String(objectionDays),
  count: String(throttledRequestsPerHour),
}));

const reasonTexts = z.record(z.string(), z.string());
const messagesFolder = path.join(import.meta.dirname, '../../../content/messages');
let reasons: Promise<Record<Locale, Record<string, string>>> | undefined;

interface MeasureMail {
  kind: (typeof kinds)[number];
  /** The mail's key without its recipient. */
  dedupeKey: string;
  reason?: MeasureReason;
  sentence?: string | null;
  from?: Date;
  until?: Date | null;
  /** Nothing happens to whoever mends it until then. */
  mendBy?: Date | null;
}

/** False, and nothing, where the account has no address any more. */
export async function mailAboutMeasure(
  here: Act,
  accountId: string,
  { kind, dedupeKey, reason, sentence = null, from, until, mendBy }: MeasureMail,
): Promise<boolean> {
  const { trx, config } = here;
  const account = await findAccount(trx, accountId);
  if (!account?.email) return false;
  const locale = (await findLastLanguage(trx, accountId)) ?? defaultLocale;
  reasons ??= readTextsIn(messagesFolder, 'measures', reasonTexts);
  const content = await measureLetters.write(
    kind,
    locale,
    {
      reason: reason ? ((await reasons)[locale][`measures.reason.${reason}`] ?? null) : null,
      sentence,
      from: from ? formatMoment(locale, from) : null,
      until: until ? formatMoment(locale, until) : null,
      mendBy: mendBy ? formatMoment(locale, mendBy) : null,
      days: String(objectionDays),
      count: String(throttledRequestsPerHour),
    },
    `${config.siteOrigin}${localizedPath(paths.account, locale)}`,
  );
  await enqueueMail(here, { ...content, kind, dedupeKey, accountId, to: account.email, whenUnknown: 'send-again' });
  return true;
}
