import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Locale, locales } from '../../../shared/locales.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { readConfig } from '../../config/config.ts';
import { actIn } from '../../contract/act.ts';
import type { Database } from '../../database/database.ts';
import { type BillingMailKind, type MailFacts, mailKinds, sampleFacts } from './mail-kinds.ts';
import { mailBilling } from './texts.ts';

const now = new Date('2026-11-25T13:30:05Z');
const config = readConfig({ MAIL_FROM: 'post@writing-ant.example' });
const deps = { config, clock: () => now };
const kinds = Object.keys(mailKinds) as BillingMailKind[];

let database: Database;
let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterAll(async () => {
  await database.close();
  await place.remove();
});
beforeEach(async () => {
  await database.kysely.deleteFrom('mails').execute();
});

const everything: MailFacts = { ...sampleFacts, name: 'Åsa <Muster>', contract: 'Moderate {total} & more' };

/** What a kind may be told besides what it needs. */
const mayKnow = (kind: BillingMailKind): readonly string[] => {
  const mailKind: object = mailKinds[kind];
  return 'mayKnow' in mailKind ? (mailKind.mayKnow as string[]) : [];
};

/** Of each kind, the facts that its sentences need; all it may know, or none of that. */
const factsOf = (kind: BillingMailKind, isAllKnown: boolean) => {
  const needs: readonly string[] = mailKinds[kind].needs;
  const names = isAllKnown ? [...needs, ...mayKnow(kind)] : needs;
  return Object.fromEntries(Object.entries(everything).filter(([name]) => names.includes(name)));
};

/** Enqueues one and returns its words: the subject as it was enqueued is the heading of the text. */
async function send(kind: BillingMailKind, locale: Locale, facts: object, about = 'invoice_1'): Promise<string> {
  await database.kysely.transaction().execute((trx) =>
    mailBilling(actIn(trx, deps), kind, {
      accountId: null,
      to: 'asa@customers.example',
      locale,
      about,
      facts: facts as never,
    }),
  );
  const row = await database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('dedupe_key', '=', `${kind} ${about}`)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ kind, locale, recipient: 'asa@customers.example', when_unknown: 'send-again' });
  return wordsOf(row.message!).replaceAll('\u00a0', ' ');
}

describe.each(locales)('in %s', (locale) => {
  it.each(kinds)('%s says all that is known, as text and as HTML', async (kind) => {
    const words = await send(kind, locale, factsOf(kind, true));
    expect(words).not.toMatch(/\{(?!total\} &)\w*\}|\b(?:undefined|null|NaN)\b|\[object/);
    const year = /20(?:26|27)/g;
    expect(words.split('<!doctype html>')[0]!.match(year)?.length).toBeGreaterThan(0);
    expect(words).toContain('</html>');
  });

  it.each(kinds)('%s leaves out what is not known', async (kind) => {
    const words = await send(kind, locale, factsOf(kind, false));
    expect(words).not.toMatch(/\{(?!total\} &)\w*\}|\b(?:undefined|null|NaN)\b|\[object/);
    const all = await send(kind, locale, factsOf(kind, true), 'all');
    if (mayKnow(kind).length > 0) expect(words.length).toBeLessThan(all.length);
  });
});

it('every fact is said, and nothing that is not declared', () => {
  const file = path.join(import.meta.dirname, '../../../content/server/en/billing-mails.json');
  const { letters } = JSON.parse(readFileSync(file, 'utf8')) as {
    letters: Record<
      BillingMailKind,
      { subject: string; paragraphs: string[]; facts?: { value: string }[]; action: string; note: string }
    >;
  };
  const placesIn = (...texts: string[]) => texts.flatMap((text) => text.match(/(?<=\{)\w+(?=\})/g) ?? []);
  for (const kind of kinds) {
    const { subject, paragraphs, facts = [], action, note } = letters[kind];
    const needs: readonly string[] = mailKinds[kind].needs;
    const said = new Set(
      placesIn(subject, ...paragraphs, ...facts.map(({ value }) => value)).filter(
        (name) => !['payee', 'iban', 'withdrawUrl'].includes(name),
      ),
    );
    expect([...said].sort(), kind).toEqual([...needs, ...mayKnow(kind)].sort());
    for (const name of placesIn(subject)) expect(needs, kind).toContain(name);
    expect(placesIn(action, note), kind).toEqual([]);
  }
});

it('names days with their weekday, and sums as the language writes them', async () => {
  const facts = factsOf('renewal-reminder', true);
  expect(await send('renewal-reminder', 'en', facts, 'en')).toContain(
    'runs until Thursday 8 April 2027. It renews on Friday 9 April 2027 for CHF 176.10.',
  );
  expect(await send('renewal-reminder', 'de', facts, 'de')).toContain(
    'kündigen Sie bis Montag, 7. Dezember 2026. Dann endet',
  );
  expect(await send('renewal-reminder', 'sv', facts, 'sv')).toContain(
    'säger du upp det senast måndagen den 7 december 2026',
  );
  expect(await send('renewal-reminder', 'it', facts, 'it')).toContain(
    'disdica entro lunedì 7 dicembre 2026. L’abbonamento',
  );
  expect(await send('renewal-reminder', 'fr', facts, 'fr')).toContain('Résiliez au plus tard le lundi 7 décembre 2026');
});

it('is stored once, whatever happens', async () => {
  const facts = factsOf('credit-note', false);
  await send('credit-note', 'de', facts);
  await send('credit-note', 'fr', facts).catch(() => {});
  const { length } = await database.kysely.selectFrom('mails').selectAll().execute();
  expect(length).toBe(1);
});

it('says when a withdrawal arrived, and what it said, whatever that is', async () => {
  const words = await send('withdrawal-received', 'en', factsOf('withdrawal-received', true));
  expect(words).toContain('on 25 November 2026 at 14:30 CET');
  expect(words).toMatch(/> Åsa <Muster>\s+> Moderate \{total\} & more/);
  expect(words).toContain('Åsa &#60;Muster&#62;<br>Moderate {total} &#38; more</blockquote>');
});

it('an order brings the terms and what is to be known of withdrawal, in its language', async () => {
  const words = await send('order-confirmed', 'sv', factsOf('order-confirmed', true));
  for (const document of ['terms', 'withdrawal'])
    expect(words).toMatch(new RegExp(`filename=${document}-\\d{4}-\\d\\d-\\d\\d-sv\\.pdf`));
  expect(words).toContain('/withdraw?lang=sv');
});
