import { sql } from 'kysely';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { dayMs } from '../../../shared/durations.ts';
import { defaultLocale, type Locale } from '../../../shared/locales.ts';
import { act } from '../../contract/act.ts';
import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { lastLanguageOf } from '../acceptances/acceptances.ts';
import { getLegalDocuments, type LegalDocuments } from '../legal-documents/legal-documents.ts';
import { announceChange, type Change, changeKey, findChanges } from './contract-mails.ts';

/** Accounts that are told in one transaction. */
const batchSize = 500;

/** Tells everybody of texts that were published and do not apply yet, whoever joined meanwhile included. */
export const changeNoticeJob: Job<object> = {
  name: 'change-notices',
  schedule: '17 * * * *',
  async handle(deps) {
    const legalDocuments = await getLegalDocuments(deps);
    const now = deps.clock();
    // All are due at once, and so before what somebody asks for while they are being written: the newest mail is sent first.
    const atOnce = { ...deps, clock: () => now };
    for (const change of findChanges(legalDocuments, now)) await tellAll(atOnce, legalDocuments, change);
  },
};

async function tellAll(deps: FeatureDependencies, legalDocuments: LegalDocuments, change: Change): Promise<void> {
  const { database, config, clock, log } = deps;
  let after = '';
  const promised = new Date(Date.parse(`${change.day}T00:00:00Z`) - contractPeriods.changeNoticeDays * dayMs);
  let told = 0;
  let late = 0;
  for (;;) {
    const accounts = await act({ database, config, clock }, async (act) => {
      const found = await findUntold(act.trx, changeKey(change), after);
      for (const { id, email, locale } of found) {
        const reader = { accountId: id, email, locale: locale ?? defaultLocale };
        // Without a job for each: they leave within the minute.
        await announceChange(act, reader, change, legalDocuments).catch((error: unknown) => {
          // An address that cannot be one must not keep the others waiting.
          if (!(error instanceof TypeError)) throw error;
          log.error({ err: error, account: id }, 'an account cannot be told of a change');
        });
      }
      return found;
    });
    told += accounts.length;
    late += accounts.filter(({ created_at }) => created_at < promised).length;
    if (accounts.length < batchSize) break;
    after = accounts.at(-1)!.id;
  }
  if (!told) return;
  const days = Math.floor((new Date(`${change.day}T00:00:00Z`).getTime() - clock().getTime()) / dayMs);
  const isShort = days < contractPeriods.changeNoticeDays;
  log[isShort ? 'warn' : 'info']({ day: change.day, records: told, days }, 'accounts were told of a change');
  // Whoever joins later has read the new text with the old one.
  if (isShort && late) await tellOperators(deps, change.day, { late, days });
}

/** What `legal publish` asked for in time, a late deployment breaks. */
const tellOperators = (deps: FeatureDependencies, day: string, { late, days }: { late: number; days: number }) =>
  mailOperators(deps, {
    key: `change told late ${day}`,
    subject: 'A change was announced too late',
    paragraphs: [
      `${late} accounts were told only now of the texts of ${day}, ${days} days before that day; ` +
        `${contractPeriods.changeNoticeDays} are promised.`,
      'Unless the law requires that day, the change does not apply to them before the promised days are over.',
    ],
    note: 'Deploy texts on the day on which they are published: docs/operations.md, Mails.',
  });

/** Accounts after `after`, by id, that were not told yet, with the language in which they last accepted something, or order. */
async function findUntold(
  trx: OpenTransaction,
  key: string,
  after: string,
): Promise<{ id: string; email: string; created_at: Date; locale: Locale | null }[]> {
  const { rows } = await sql<{ id: string; email: string; created_at: Date; locale: Locale | null }>`
    select id, email, created_at,
        ${lastLanguageOf(sql.ref('accounts.id'))} as locale
      from accounts
      where id > ${after} and email is not null and status <> 'ended'
        and not exists (select from mails where dedupe_key = ${key}::text || accounts.id)
      order by id limit ${batchSize}::integer`.execute(trx);
  return rows;
}
