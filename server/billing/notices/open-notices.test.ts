import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults } from '../../../tests/factories/billing.ts';
import { OperatorMistake } from '../../contract/command.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterAll(() => api.close());
beforeEach(async () => {
  // A Monday.
  api.time.now = new Date('2026-11-23T09:00:00Z');
  await api.database.asOwner((owner) => sql`truncate notices, mails cascade`.execute(owner));
});

/** Sent in under each address, a second after the other. */
async function receive(...emails: string[]): Promise<string[]> {
  const start = api.time.now.getTime();
  const rows = emails.map((email, index) => ({
    ...({ id: randomUUID(), kind: 'withdrawal', full_name: 'Åsa Müller', email, locale: 'en' } as const),
    ...{ contract: 'Invoice 2026-000123\nof 25 November', received_at: new Date(start + index * 1000) },
  }));
  await api.database.kysely.insertInto('notices').values(rows).execute();
  return rows.map(({ id }) => id);
}
const list = (...args: string[]) => api.operate('notice list', ...args);
/** The ids at the beginnings of lines, in their order. */
const idsIn = (lines: readonly string[]) => lines.flatMap((line) => /^[0-9a-f-]{36}(?= {2})/.exec(line) ?? []);

it('all that wait are listed, the oldest first, and it is said what comes next', async () => {
  const [real, ...others] = await receive('real@customers.example', ...Array(60).fill('junk@strangers.example'));
  const { lines, outcome } = await list();
  expect(lines[0]).toMatch(/^61 withdrawals and cancellations wait, 0 of them for more than 2 working days\./);
  expect(idsIn(lines)).toEqual([real, ...others.slice(0, 49)]);
  expect(outcome).toBe('listed: 50 of 61');
  const next = lines.find((line) => line.startsWith('There are more.'))!;
  expect(next).toMatch(/notice list --after [0-9a-f-]{36}$/);
  const rest = await list(...next.split(' ').slice(-2));
  expect(idsIn(rest.lines)).toEqual(others.slice(49));
  expect(rest.lines.join('\n')).not.toContain('There are more');
  await expect(list('--after', 'x')).rejects.toThrow(OperatorMistake);
  await expect(list('--known', '--settled')).rejects.toThrow(OperatorMistake);
});

it('those of whom an account is known can be listed alone, however the address is spelled', async () => {
  const buyer = aBuyerAt(api, 'user_known');
  await buyer.give({ email: 'Known@customers.example' });
  await api.download('user_typed', { email: 'typed+wa@customers.example' });
  const [, known, typed] = await receive(
    'junk@strangers.example',
    'known+1@customers.example',
    'typed@customers.example',
  );
  const { lines } = await list('--known');
  expect(idsIn(lines)).toEqual([known, typed]);
  expect(lines[1]).toMatch(/withdrawal {2}accounts: user_known$/);
  expect(lines.slice(2, 5)).toEqual([
    '    | Åsa Müller <known+1@customers.example>',
    '    | Invoice 2026-000123',
    '    | of 25 November',
  ]);
});

it('what a stranger wrote is broken into lines that no terminal breaks', async () => {
  const [id] = await receive('long@customers.example');
  const more = { id: randomUUID(), kind: 'withdrawal', full_name: 'x'.repeat(200), locale: 'en' } as const;
  const contract = `${' '.repeat(76)}${id}  2026-11-27T09:00:00.000Z  cancellation`;
  await api.database.kysely
    .insertInto('notices')
    .values({ ...more, email: 'a@b.example', contract, received_at: api.time.now })
    .execute();
  const { lines } = await list();
  const theirs = lines.filter((line) => !idsIn([line]).length && line.startsWith(' '));
  expect(theirs.every((line) => line.startsWith('    | ') && line.length <= 80)).toBe(true);
  expect(lines.filter((line) => line.includes(id!)).every((line) => /^(?:\S| {4}\|)/.test(line))).toBe(true);
});

it('a dismissal has a reason, is recorded, and takes it off the list, but not from an account', async () => {
  const [first, second, third] = await receive('a@x.example', 'b@x.example', 'c@x.example');
  await expect(api.operate('notice dismiss', first!)).rejects.toThrow('--reason must be one of no-contract');
  await expect(api.operate('notice dismiss', 'x', '--reason', 'misuse')).rejects.toThrow(OperatorMistake);
  const dismissed = await api.operate('notice dismiss', first!, second!, '--reason', 'misuse');
  expect(dismissed).toMatchObject({ outcome: 'dismissed (misuse): 2', failed: false });
  expect(idsIn((await list()).lines)).toEqual([third]);
  const settled = (await list('--settled')).lines;
  expect(settled[0]).toBe('2 have been looked at.');
  expect(settled[1]).toContain('dismissed: misuse');
  const again = await api.operate('notice dismiss', first!, randomUUID(), '--reason', 'answered');
  expect(again).toMatchObject({ outcome: 'dismissed (answered): 0', failed: true });
  expect(again.lines.slice(0, 2)).toEqual([
    `${first}: it was dismissed already: misuse.`,
    expect.stringMatching(/: no notice has this id\.$/),
  ]);
  const actions = await api.database.kysely.selectFrom('operator_actions').selectAll().execute();
  expect(actions).toContainEqual(
    expect.objectContaining({
      command: 'notice dismiss',
      subject: `${first} ${second}`,
      outcome: 'dismissed (misuse): 2',
    }),
  );
  expect(JSON.stringify(actions)).not.toContain('@');
});

it('the books name what waits for more than two working days, and the list says so', async () => {
  const [monday] = await receive('asa@customers.example', 'bo@customers.example');
  // Tuesday and Wednesday are over in Zurich.
  for (const [time, faults] of [
    ['2026-11-25T22:59:00Z', 0],
    ['2026-11-25T23:01:00Z', 1],
  ] as const) {
    api.time.now = new Date(time);
    expect(await findFaults(api)).toHaveLength(faults);
  }
  expect((await findFaults(api))[0]).toMatch(/^notices +2: a withdrawal .* 2 working days .*: [0-9a-f-]{36} /);
  expect((await list()).lines[0]).toMatch(/^2 withdrawals and cancellations wait, 2 of them for more than/);
  expect((await list()).lines[1]).toMatch(/OVERDUE/);
  await api.operate('notice dismiss', monday!, '--reason', 'repeated');
  expect((await findFaults(api))[0]).toMatch(/^notices +1:/);
});
