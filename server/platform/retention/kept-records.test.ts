import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '../../../shared/locales.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import {
  aCounter,
  aDownload,
  aMail,
  anAcceptance,
  anAccount,
  anAddress,
  aPrivacyRequest,
  aReturnedMail,
  aUsageRequest,
} from '../../../tests/factories/records.ts';
import { exportAccount } from '../../contract/account-part.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { listTerms } from './kept-records.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

const { tables } = product.databaseContents;
const terms = listTerms(tables);
const columns = Object.entries(tables).flatMap(([table, { kept }]) =>
  Object.entries(kept).map(([name, column]) => ({ table, name, column })),
);
const kept = columns.flatMap(({ column, ...place }) => (column === 'impersonal' ? [] : [{ ...place, ...column }]));

it('every column of the database is classified once, and nothing else is', async () => {
  const found = await database.asOwner(
    async (owner) =>
      await sql<{ name: string }>`
        select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name not like 'kysely_migration%'`.execute(owner),
  );
  // The types of a table ask for a word on each of its columns; that the types are those of the database is asked here.
  expect(columns.map(({ table, name }) => `${table}.${name}`).toSorted()).toEqual(
    found.rows.map(({ name }) => name).toSorted(),
  );
});

it('every personal column has a rule, whose term removes its row or empties it', () => {
  for (const { table, rule, name } of kept) {
    const ends = terms.filter((term) => term.rule === rule && isEndOf(term, table));
    const message = `${table}.${name}: its table needs a term of the rule ${rule}.`;
    expect(
      ends.some(({ empties }) => !empties || empties.includes(name)),
      message,
    ).toBe(true);
  }
  const rules = product.retentionRules.map(({ name }) => name).toSorted();
  const named = [...new Set(terms.map(({ rule }) => rule))].toSorted();
  expect(named, 'Each rule of a feature has a term in a table, and each term a rule.').toEqual(rules);
});

/** What was sent of a download goes with its download: a foreign key demands it. */
const isEndOf = (term: { table: string; empties?: readonly string[] }, table: string) =>
  term.table === table || (table === 'download_progress' && term.table === 'downloads' && !term.empties);

function aMeasure({ id: account_id }: { id: string }) {
  const id = crypto.randomUUID();
  return {
    id,
    account_id,
    act: 'suspend',
    measure_id: id,
    reason: 'terms',
    sentence: 'a sentence of a measure',
    at_once: 'law',
    from_at: new Date('2026-03-05T01:00:00Z'),
    until_at: new Date('2026-03-05T02:00:00Z'),
    actor: 'an operator',
    noted_at: new Date('2026-03-05T03:00:00Z'),
  } as const;
}

/** Names of everything in it. JSON that was stored as one value is one. */
function* fieldsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* fieldsOf(each);
  else if (value && typeof value === 'object' && !(value instanceof Date))
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* fieldsOf(inner);
    }
}

/** What says nothing to people: the page of the archive leaves it to data.json. */
const leftToPrograms = `
    account_id addressMarks allocations anchor_on askedTimes attemptedAt attempts bank_entry_id checkedAt
    confirmation corrects data decline_code deferrals downloadId downloadKey dueAt event
    events file giveUpAt id inputTokens intent_id invoice_id linkUntil measureId
    next_check_on operation operator_ref order_id outcome outputTokens pay_at place promptVersion
    provider_ref raw seller sessionId session_id sha256 subscription_id term_number vat_check_id`
  .trim()
  .split(/\s+/);

/** What people read as a part of something else: the lines of an address, the number of an invoice. */
const writtenTogether = ['company', 'street', 'houseNumber', 'postalCode', 'town', 'year'];

it('the holder of an account finds every personal column in its export', async () => {
  const account = anAccount({ status: 'ended', ended_at: new Date('2026-03-04T01:00:00Z'), ended_by: 'holder' });
  const full = {
    ...account,
    login_removed_at: new Date('2026-03-04T02:00:00Z'),
    restricted_at: new Date('2026-03-04T02:01:00Z'),
    objected_at: new Date('2026-03-04T02:02:00Z'),
    closes_at: new Date('2026-03-04T02:03:00Z'),
  };
  const download = aDownload(account, { download_key: 'key of the download' });
  const acceptance = anAcceptance(download);
  const progress = {
    download_id: download.id,
    first_at: new Date('2026-03-04T03:00:00Z'),
    last_at: new Date('2026-03-04T04:00:00Z'),
    transfers: 77_001,
    resumed: 77_002,
    sent_bytes: 77_003,
    sent_ranges: '[]',
    address_marks: '["a mark"]',
    finished_at: new Date('2026-03-04T05:00:00Z'),
  };
  await database.kysely.insertInto('accounts').values(full).execute();
  await database.kysely.insertInto('downloads').values(download).execute();
  await database.kysely.insertInto('download_progress').values(progress).execute();
  await database.kysely.insertInto('acceptances').values(acceptance).execute();
  const beyond = { over_quota: 77_007, over_quota_day: '2026-03-04', over_quota_of_day: 77_006 };
  const counter = aCounter(account, { used: 77_004, open: 77_001, ...beyond });
  const request = aUsageRequest(account);
  await database.kysely.insertInto('quota_counters').values(counter).execute();
  await database.kysely.insertInto('usage_requests').values(request).execute();
  const signIn = {
    session_sha256: 'ef'.repeat(32),
    account_id: account.id,
    signed_in_at: new Date('2026-03-04T06:00:00Z'),
  };
  await database.kysely.insertInto('desktop_sessions').values(signIn).execute();
  const grant = {
    account_id: account.id,
    plan: 'high' as const,
    is_enterprise: true,
    online_requests: 77_005,
    granted_at: new Date('2026-03-04T07:00:00Z'),
    until: new Date('2026-03-04T08:00:00Z'),
  };
  await database.kysely.insertInto('plan_grants').values(grant).execute();
  const address = anAddress(account, 'billing@customers.example', {
    checked_at: new Date('2026-03-04T06:01:00Z'),
    asked_at: new Date('2026-03-04T06:02:00Z'),
    asked_times: 77_006,
    confirmed_at: new Date('2026-03-04T06:03:00Z'),
    confirmed_by: 'link',
  });
  await database.kysely.insertInto('account_addresses').values(address).execute();
  const mail = aMail(account, { letter_sent_at: new Date('2026-03-01T10:00:00Z') });
  await database.kysely.insertInto('mails').values(mail).execute();
  const returned = aReturnedMail({
    ...{ mail_id: mail.id, account_id: account.id, form: 'challenge', sender: 'somebody@elsewhere.example' },
    ...{
      arrived_at: new Date('2026-03-01T10:01:00Z'),
      decided_at: new Date('2026-03-01T10:02:00Z'),
      decision: 'nothing',
    },
  });
  await database.kysely.insertInto('returned_mails').values(returned).execute();
  const books = someBooks(account);
  await insertBooks(database.kysely, books);
  // An operator has found out whose the notice is.
  const carriedOut = {
    id: crypto.randomUUID(),
    subscription_id: books.subscriptions.id,
    source: `notice ${books.notices.id}`,
    event: 'withdrawn',
    data: '{}',
    at: new Date('2026-03-04T09:00:00Z'),
  };
  await database.kysely.insertInto('subscription_events').values(carriedOut).execute();
  const asked = aPrivacyRequest(account);
  await database.kysely.insertInto('privacy_requests').values(asked).execute();
  const waiting = {
    id: crypto.randomUUID(),
    email: account.email!,
    country: 'SE',
    locale: 'sv',
    state: 'accepted',
    account_id: account.id,
    asked_at: new Date('2026-03-04T07:00:00Z'),
    last_step_at: new Date('2026-03-04T08:00:00Z'),
  } as const;
  await database.kysely.insertInto('access_requests').values(waiting).execute();
  const place = {
    id: crypto.randomUUID(),
    purpose: 'sale',
    email: account.email!,
    country: 'IE',
    kind: 'business',
    locale: 'sv',
    account_id: account.id,
    asked_at: new Date('2026-03-04T07:10:00Z'),
    confirmed_at: new Date('2026-03-04T07:20:00Z'),
    told_at: new Date('2026-03-04T07:30:00Z'),
  } as const;
  await database.kysely.insertInto('list_requests').values(place).execute();
  const measure = aMeasure(account);
  await database.kysely.insertInto('account_measures').values(measure).execute();
  const action = {
    ...{ id: crypto.randomUUID(), command: 'account restore', subject: account.id, outcome: 'restored', actor: 'op' },
    performed_at: new Date('2026-03-04T10:00:00Z'),
  };
  await database.kysely.insertInto('operator_actions').values(action).execute();
  const answer = await database.kysely
    .transaction()
    .execute((trx) => exportAccount(product.accountParts, trx, account.id));
  const rows: Record<string, Record<string, unknown>> = {
    accounts: full,
    account_addresses: address,
    access_requests: waiting,
    list_requests: place,
    account_measures: measure,
    operator_actions: action,
    downloads: download,
    download_progress: { ...progress, address_marks: 'a mark' },
    acceptances: acceptance,
    desktop_sessions: signIn,
    plan_grants: grant,
    mails: mail,
    returned_mails: returned,
    privacy_requests: asked,
    quota_counters: counter,
    usage_requests: request,
    ...books,
    // JSON comes back as what it says.
    orders: { ...books.orders, buyer: JSON.parse(books.orders.buyer), texts: JSON.parse(books.orders.texts) },
    invoices: { ...books.invoices, buyer: JSON.parse(books.invoices.buyer) },
  };
  // The page of the archive calls each thing by a name in words.
  const fields = new Set(Object.values(answer).flatMap((part) => [...fieldsOf(part)]));
  for (const locale of locales) {
    const texts = JSON.parse(readFileSync(`content/server/${locale}/data-archive.json`, 'utf8'));
    expect(Object.keys(answer).filter((part) => !(part in texts.parts))).toEqual([]);
    const unnamed = [...fields].filter((field) => !(field in texts.fields) && !writtenTogether.includes(field));
    expect(unnamed.toSorted(), locale).toEqual(leftToPrograms);
  }
  for (const { table, name, exporter } of kept) {
    if (!('part' in exporter)) continue;
    const text = JSON.stringify(answer[exporter.part]) ?? '';
    const row = rows[table];
    expect(row, `Plant a row of ${table} in this test, with a value in every column.`).toBeDefined();
    expect(text, `${table}.${name} is missing in the part ${exporter.part} of the export`).toContain(
      JSON.stringify(row![name]),
    );
  }
});
