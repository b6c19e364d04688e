import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
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
import { product } from '../../features.ts';
import { listTerms } from './kept-records.ts';
import { findOverdue } from './verify.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(() => {
  api.time.now = new Date();
});

const oneDay = { at: new Date('2026-02-09T10:00:00Z'), promised: new Date('2026-02-10T10:02:00Z') };
const thirtyDays = { at: new Date('2026-01-11T10:00:00Z'), promised: new Date('2026-02-10T10:00:00Z') };
const twoYears = { at: new Date('2024-02-10T10:00:00Z'), promised: new Date('2026-02-10T10:00:00Z') };
const ninetyDays = { at: new Date('2025-11-12T10:00:00Z'), promised: new Date('2026-02-10T10:00:00Z') };

/** For each term, a row whose time began `at` and that only this term is about; `promised` is when it must be gone. */
const cases: Record<string, { at: Date; promised: Date; plant(at: Date): Promise<unknown> }> = {
  'cookie-consents consents': {
    at: new Date('2025-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) =>
      own(sql`insert into consents values (gen_random_uuid(), gen_random_uuid(), 'banner', true, '1', ${hash},
      'cookie-policy', '2025-08-01', ${hash}, 'de', ${at}, ${at})`),
  },
  'policy-acceptances acceptances': {
    at: new Date('2025-11-30T10:00:00Z'),
    promised: new Date('2026-02-28T10:00:00Z'),
    plant: (at) => insertAcceptance({}, { ...erased, ended_at: at }),
  },
  'account-stubs accounts': {
    at: new Date('2025-11-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertAccount(anAccount({ ...erased, ended_at: at })),
  },
  'ended-accounts downloads': {
    at: new Date('2026-01-10T10:00:00Z'),
    promised: new Date('2026-02-09T10:02:00Z'),
    plant: async (at) => insertDownload(at, { ...erased, ended_at: at }),
  },
  'download-traces downloads': {
    at: new Date('2025-11-10T10:00:00Z'),
    promised: new Date('2026-02-08T10:00:00Z'),
    plant: async (at) => insertDownload(at, {}, { ip_address: '192.0.2.7' }),
  },
  'download-traces download_progress': {
    at: new Date('2025-11-10T10:00:00Z'),
    promised: new Date('2026-02-08T10:00:00Z'),
    plant: async (at) => {
      const id = await insertDownload(at);
      await own(sql`insert into download_progress (download_id, first_at, last_at, transfers, resumed, sent_bytes, sent_ranges,
        address_marks) values (${id}, ${at}, ${at}, 1, 0, 1, '[]', '["a mark"]')`);
    },
  },
  'mails mails': { ...ninetyDays, plant: (at) => insertMail({ enqueued_at: at }) },
  'mails-of-nobody mails': { ...ninetyDays, plant: (at) => insertMail({ enqueued_at: at, account_id: null }) },
  'account-stubs mails': {
    at: new Date('2025-11-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertMail({ ...emptied }, { ...erased, ended_at: at }),
  },
  'mail-suppressions mail_suppressions': {
    at: new Date('2025-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => own(sql`insert into mail_suppressions values (${hash}, '550 5.1.1', ${at})`),
  },
  'returned-mails returned_mails': { ...ninetyDays, plant: (at) => insertReturned(null, at) },
  'account-measures account_measures': {
    at: new Date('2023-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) =>
      own(sql`insert into account_measures (id, account_id, act, measure_id, reason, from_at, actor, noted_at)
        select id, 'user_gone', 'suspend', id, 'terms', ${at}, 'operator', ${at} from (select gen_random_uuid() as id) one`),
  },
  'access-requests access_requests': {
    at: new Date('2025-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertAccessRequest('declined', at),
  },
  'access-accepted access_requests': { ...thirtyDays, plant: (at) => insertAccessRequest('accepted', at) },
  'access-unconfirmed access_requests': { ...oneDay, plant: (at) => insertAccessRequest('asked', at) },
  'list-requests list_requests': { ...twoYears, plant: (at) => insertListRequest([at, at]) },
  'list-told list_requests': {
    ...thirtyDays,
    plant: (at) => insertListRequest([at, at, at]),
  },
  'list-unconfirmed list_requests': { ...oneDay, plant: (at) => insertListRequest([at]) },
  'usage-requests usage_requests': { ...twoYears, plant: (at) => insertUsage({ requested_at: at }) },
  'usage-fingerprints usage_requests': {
    at: new Date('2026-02-09T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertUsage({ requested_at: at }),
  },
  'quota-counters quota_counters': {
    at: new Date('2024-01-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertCounter({ cycle_start: at }),
  },
  'desktop-sessions desktop_sessions': { ...thirtyDays, plant: (at) => insertDesktopSession(at) },
  ...afterTheEnd({
    account_addresses: (at) => insertAddress('asa@customers.example', { ...erased, ended_at: at }),
    returned_mails: async (at) => insertReturned((await insertOwner({ ...erased, ended_at: at })).id, at),
    accounts: (at) => insertAccount(anAccount({ status: 'ended', ended_by: 'holder', ended_at: at })),
    mails: (at) => insertMail({}, { ...erased, ended_at: at }),
    desktop_sessions: (at) => insertDesktopSession(at, { ...erased, ended_at: at }),
    plan_grants: (at) => insertGrant(at, { ...erased, ended_at: at }),
    access_requests: async (at) =>
      insertAccessRequest('accepted', at, (await insertOwner({ ...erased, ended_at: at })).id),
    list_requests: async (at) => insertListRequest([at, at], (await insertOwner({ ...erased, ended_at: at })).id),
    usage_requests: (at) => insertUsage({}, { ...erased, ended_at: at }),
    quota_counters: (at) => insertCounter({}, { ...erased, ended_at: at }),
  }),
  'privacy-requests privacy_requests': {
    at: new Date('2023-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertRequest({ ended_at: at, answer_until: null, link_sha256: null, answer: null }),
  },
  'privacy-answers privacy_requests': {
    at: new Date('2026-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T12:00:00Z'),
    plant: (at) => insertRequest({ ended_at: at, answer_until: at }),
  },
  'ended-accounts privacy_requests': {
    at: new Date('2026-01-10T10:00:00Z'),
    promised: new Date('2026-02-09T10:02:00Z'),
    plant: async (at) => {
      await insertAccount(anAccount({ ...erased, id: 'user_1', ended_at: at }));
      await insertRequest({ answer: null, link_sha256: null, answer_until: null });
    },
  },
  'account-ends account_ends': {
    at: new Date('2025-11-12T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) =>
      own(sql`insert into account_ends (account_sha256, erased, recorded_at) values (${hash}, false, ${at})`),
  },
  'legal-holds legal_holds': {
    at: new Date('2023-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) =>
      own(sql`insert into legal_holds (id, account_id, kind, reason, placed_at, review_at, lifted_at)
        values (gen_random_uuid(), 'user_1', 'usage', 'A dispute', ${at}, ${at}, ${at})`),
  },
  'operator-actions operator_actions': {
    at: new Date('2023-02-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) =>
      own(sql`insert into operator_actions values (gen_random_uuid(), 'account end', null, 'done', 'op', ${at})`),
  },
  'site-statistics page_views': {
    at: new Date('2024-02-09T00:00:00Z'),
    promised: new Date('2026-02-10T00:00:00Z'),
    plant: () => own(sql`insert into page_views values ('2024-02-09', '/', 'de', 1)`),
  },
  'site-statistics web_vitals': {
    at: new Date('2024-02-09T00:00:00Z'),
    promised: new Date('2026-02-10T00:00:00Z'),
    plant: () => own(sql`insert into web_vitals values ('2024-02-09', '/', 'LCP', 50, 1)`),
  },
  'ended-accounts customers': {
    at: new Date('2026-01-10T10:00:00Z'),
    promised: new Date('2026-02-09T10:02:00Z'),
    plant: (at) => insertBooksOf(['customers'], {}, { ...erased, ended_at: at }),
  },
  'account-stubs customers': {
    at: new Date('2025-11-10T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (at) => insertBooksOf(['customers'], {}, { ...erased, ended_at: at }),
  },
  'provider-events provider_events': {
    at: new Date('2025-11-12T10:00:00Z'),
    promised: new Date('2026-02-10T10:00:00Z'),
    plant: (time) => insertBooksOf(['provider_events'], { time }),
  },
  ...Object.fromEntries(
    (
      [
        ['vat_checks', []],
        ['invoices', ['orders', 'subscriptions', 'invoice_lines']],
        ['payments', ['bank_statements', 'bank_entries']],
        ['bank_entries', ['bank_statements']],
        ['bank_debits', ['bank_statements']],
        ['payment_attempts', ['orders']],
        ['notices', []],
        ['subscriptions', ['orders']],
        ['orders', []],
      ] as const
    ).map(([table, others]) => [
      `books ${table}`,
      {
        at: new Date('2025-12-31T22:59:00Z'),
        // The business year ends in Zurich, an hour before the year of UTC.
        promised: new Date('2035-12-31T23:00:00Z'),
        plant: (time: Date) => insertBooksOf([table, ...others], { day: '2025-12-31', time }),
      },
    ]),
  ),
};

/** What goes with the account that ended, by table. */
function afterTheEnd(plants: Record<string, (at: Date) => Promise<unknown>>): typeof cases {
  const times = { at: new Date('2026-01-10T10:00:00Z'), promised: new Date('2026-02-09T10:02:00Z') };
  return Object.fromEntries(
    Object.entries(plants).map(([table, plant]) => [`ended-accounts ${table}`, { ...times, plant }]),
  );
}

const hash = 'ab'.repeat(32);
const erased = { full_name: null, email: null, country: null, ip_address: null, user_agent: null } as const;
const emptied = { recipient: null, message: null, state: 'sent', due_at: null } as const;
const own = async (statement: ReturnType<typeof sql>) => {
  await api.database.asOwner((owner) => statement.execute(owner));
};
const insertAccount = async (account: ReturnType<typeof anAccount>) => {
  const ended = account.ended_at ? ({ status: 'ended', ended_by: 'holder' } as const) : {};
  const row = { ...account, ...ended };
  await api.database.kysely.insertInto('accounts').values(row).execute();
};
/** An account that goes on unless something else is given. */
const insertOwner = async (owner: object) => {
  const account = anAccount(owner);
  await insertAccount(account);
  return account;
};
type Owner = Awaited<ReturnType<typeof insertOwner>>;
/** What is kept of an account. */
const insertFor =
  <Given>(insert: (account: Owner, given: Given) => Promise<unknown>) =>
  async (given: Given, owner: object = {}) => {
    await insert(await insertOwner(owner), given);
  };

/** A download without traces, of an account that goes on unless something else is given. */
async function insertDownload(at: Date, owner: object = {}, given: object = {}): Promise<string> {
  const account = await insertOwner(owner);
  const traceless = { session_id: null, ip_address: null, user_agent: null };
  const download = aDownload(account, {
    ...traceless,
    started_at: at,
    expires_at: new Date(at.getTime() + dayMs),
    ...given,
  });
  await api.database.kysely.insertInto('downloads').values(download).execute();
  return download.id;
}

const insertAccessRequest = (state: 'declined' | 'accepted' | 'asked', at: Date, accountId: string | null = null) =>
  own(sql`insert into access_requests (id, email, country, locale, state, asked_at, last_step_at, account_id)
    values (gen_random_uuid(), 'asa@customers.example', 'CH', 'de', ${state}, ${at}, ${at}, ${accountId})`);

/** `times`: when somebody asked, confirmed and was told. */
const insertListRequest = (times: readonly Date[], accountId: string | null = null) =>
  own(sql`insert into list_requests (id, purpose, email, locale, asked_at, confirmed_at, told_at, account_id)
    values (gen_random_uuid(), 'macos', 'asa@customers.example', 'de', ${times[0]}, ${times[1]}, ${times[2]}, ${accountId})`);

const insertUsage = insertFor((account, given: Parameters<typeof aUsageRequest>[1]) =>
  api.database.kysely.insertInto('usage_requests').values(aUsageRequest(account, given)).execute(),
);
const insertAcceptance = insertFor((account, given: object) => {
  const acceptance = anAcceptance({ id: crypto.randomUUID(), account_id: account.id }, given);
  return api.database.kysely.insertInto('acceptances').values(acceptance).execute();
});
const insertMail = insertFor((account, given: Parameters<typeof aMail>[1]) =>
  api.database.kysely.insertInto('mails').values(aMail(account, given)).execute(),
);
const insertAddress = insertFor((account, address: string) =>
  api.database.kysely.insertInto('account_addresses').values(anAddress(account, address)).execute(),
);
const insertDesktopSession = insertFor((account, signed_in_at: Date) =>
  own(
    sql`insert into desktop_sessions (session_sha256, account_id, signed_in_at) values (${hash}, ${account.id}, ${signed_in_at})`,
  ),
);
const insertGrant = insertFor((account, at: Date) =>
  own(sql`insert into plan_grants values (${account.id}, 'high', null, ${at}, null)`),
);
const insertCounter = insertFor((account, given: Parameters<typeof aCounter>[1]) =>
  api.database.kysely.insertInto('quota_counters').values(aCounter(account, given)).execute(),
);

/** Some tables' rows of an account that goes on unless something else is given. */
async function insertBooksOf(
  tables: readonly (keyof ReturnType<typeof someBooks>)[],
  given: Parameters<typeof someBooks>[1],
  owner: object = {},
): Promise<void> {
  const account = await insertOwner(owner);
  const books = someBooks(account, given);
  const chosen = Object.entries(books).filter(([table]) => (tables as readonly string[]).includes(table));
  await insertBooks(api.database.kysely, Object.fromEntries(chosen));
}

const insertReturned = (accountId: string | null, arrivedAt: Date) =>
  api.database.kysely
    .insertInto('returned_mails')
    .values(aReturnedMail({ account_id: accountId, arrived_at: arrivedAt }))
    .execute();

const insertRequest = (given: Parameters<typeof aPrivacyRequest>[1]) =>
  api.database.kysely
    .insertInto('privacy_requests')
    .values(aPrivacyRequest({ id: 'user_1' }, { code_sha256: null, code_until: null, ...given }))
    .execute();

const clear = () =>
  own(sql`truncate accounts, downloads, download_progress, acceptances, consents, operator_actions, page_views, web_vitals,
    ended_sessions, retention_runs, quota_counters, usage_requests, mails, returned_mails, mail_suppressions, desktop_sessions, customers, vat_checks, orders,
    subscriptions, invoices, payments, bank_statements, bank_entries, bank_debits, payment_attempts, provider_events, notices,
    privacy_requests, account_ends, legal_holds, access_requests, list_requests, plan_grants, account_measures cascade`);

it('a term without a row of this test is none', () => {
  const tried = listTerms(api.database.tables)
    .filter(({ onMachineTime }) => !onMachineTime)
    .map(({ rule, table }) => `${rule} ${table}`);
  expect(Object.keys(cases).toSorted()).toEqual(tried.toSorted());
});

it.each(Object.keys(cases))('%s: kept until its time is over, and found a second later', async (name) => {
  const { at, promised, plant } = cases[name]!;
  const [rule, table] = name.split(' ');
  await clear();
  await plant(at);
  const findAt = async (time: number) =>
    (await findOverdue(api.database, new Date(time))).filter((each) => each.rule === rule && each.table === table);
  expect(await findAt(promised.getTime() - 1000)).toEqual([]);
  const found = { rule, table, records: 1, ids: [expect.stringMatching(/.{5}/)] };
  expect(await findAt(promised.getTime() + 1000)).toMatchObject([found]);
  const { count, cutoff } = product.retentionRules.find(({ name }) => name === rule)!;
  expect(await count(api.database.kysely, cutoff(new Date(promised.getTime() - dayMs)))).toBe(0);
});
