import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { accountAlike } from './free-accounts.operator.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

it('lists free accounts at one mailbox by their ids, and only those that go on', async () => {
  const addresses = [
    'asa@one.example',
    'Asa+work@one.example',
    'asa@two.example',
    'asa+1@three.example',
    'a@three.example',
  ];
  for (const [index, email] of [...addresses, 'ASA+gone@one.example'].entries())
    await database.kysely
      .insertInto('accounts')
      .values(
        anAccount({
          id: `user_${index}`,
          email,
          created_at: new Date(Date.UTC(2026, 10, 9 - index)),
          ...(email.includes('gone') && { status: 'ended', ended_at: new Date(), ended_by: 'holder' }),
        }),
      )
      .execute();
  const context = { ...product, config: readConfig({}), clock: () => new Date() };
  const { lines, outcome } = await perform(database, accountAlike, [], context);
  expect(lines.slice(0, -1)).toEqual(['user_1  user_0', '1 mailboxes have more than one free account.']);
  expect(outcome).toBe('listed: 1');
  expect(lines.join()).not.toContain('@');
});
