import { describe, expect, it } from 'vitest';
import { askSignedIn, type Language, languages, linksOf, open, partsOf, rowsOf, textOf, under } from './served.ts';

const path = '/writing-ant/pricing';

/** Each language writes amounts in its own way. */
const francs = (language: Language, amount: string) =>
  language === 'en' || language === 'de' ? `CHF ${amount}` : `${amount} CHF`;
const thousands: Record<Language, string> = { en: '2,225', de: '2’225', sv: '2 225', it: '2225', fr: '2 225' };
const unlimited: Record<Language, string> = {
  en: 'unlimited',
  de: 'unbegrenzt',
  sv: 'obegränsat',
  it: 'illimitate',
  fr: 'illimité',
};

/** The table of the plans, from its second row on, without the rows that are headings alone. */
async function readTable(language: Language): Promise<string[][]> {
  const { html } = await open(path, language);
  const [table = ''] = partsOf(html, 'table').filter((each) => each.includes('plan-table'));
  return rowsOf(table).filter((row) => row.length === 5);
}

describe('9. Plans (CHF per month per user)', () => {
  it('has four columns: Free, Free + offline add-on, Moderate, High', async () => {
    const [head] = await readTable('en');
    expect(head).toEqual(['', 'Free', 'Free + offline add-on', 'Moderate', 'High']);
  });

  it.each(languages)('price: 0, 9, 49 and 195 (%s)', async (language) => {
    const [, price] = await readTable(language);
    expect(price!.slice(1)).toEqual(['0', '9', '49', '195'].map((amount) => francs(language, amount)));
  });

  it.each(languages)('4-month price: Moderate 176, High 702, n/a for Free (%s)', async (language) => {
    const [, , fourMonths] = await readTable(language);
    expect(fourMonths![0]).toContain('4');
    expect(fourMonths!.slice(3)).toEqual(['176', '702'].map((amount) => francs(language, amount)));
    for (const free of fourMonths!.slice(1, 3)) expect(free).not.toMatch(/\d/);
  });

  it.each(languages)('online requests a month: 45, 45, 450 and 2,225 (%s)', async (language) => {
    const rows = await readTable(language);
    expect(rows.at(-3)!.slice(1)).toEqual(['45', '45', '450', thousands[language]]);
  });

  it.each(languages)('max online recording: 10, 10, 20 and 20 minutes (%s)', async (language) => {
    const rows = await readTable(language);
    expect(
      rows
        .at(-2)!
        .slice(1)
        .map((cell) => Number.parseInt(cell, 10)),
    ).toEqual([10, 10, 20, 20]);
  });

  it.each(languages)('offline: 55 requests a month, otherwise unlimited (%s)', async (language) => {
    const rows = await readTable(language);
    const [free, ...others] = rows.at(-1)!.slice(1);
    expect(free).toBe('55');
    for (const other of others) expect(other).toMatch(new RegExp(unlimited[language].slice(0, 6), 'i'));
  });

  const cards: [name: string, facts: string[]][] = [
    ['Free', ['CHF 0', 'per user, per month', '45 online requests a month', 'up to 10 minutes', '55 offline requests']],
    [
      'Moderate',
      [
        'CHF 49',
        'CHF 44',
        'per user, per month',
        'CHF 176 per user is charged every 4 months',
        '450 online requests a month',
        'up to 20 minutes',
        'Unlimited offline requests',
      ],
    ],
    [
      'High',
      [
        'CHF 195',
        'CHF 175.50',
        'per user, per month',
        'CHF 702 per user is charged every 4 months',
        '2,225 online requests a month',
        'up to 20 minutes',
        'Unlimited offline requests',
      ],
    ],
    [
      'Offline add-on for Free',
      ['CHF 9', 'per user, per month', 'limit of 55 offline requests', '45 online requests a month'],
    ],
  ];

  it.each(cards)('the offer of %s says the same', async (name, facts) => {
    const offer = under((await open(path)).html, name);
    for (const fact of facts) expect(offer).toContain(fact);
  });

  it.each(languages)('four months are 10% off (%s)', async (language) => {
    const { main } = await open(path, language);
    expect(main).toMatch(/(^|\n)4 [^\n]*\b10 ?%/);
  });

  it('offline availability was estimated for August 2025', async () => {
    expect((await open(path)).main).toContain('Offline mode was estimated for August 2025.');
  });

  it.each([
    ['de', 'August 2025'],
    ['sv', 'augusti 2025'],
    ['it', 'agosto 2025'],
    ['fr', 'août 2025'],
  ] as const)('the same in %s', async (language, month) => {
    expect((await open(path, language)).main).toContain(month);
  });

  it('the API gives a free account the quotas of Free: 45 online, 10 minutes, 55 offline', async () => {
    const account = (await (await askSignedIn('/api/account')).json()) as Record<string, unknown>;
    expect(account.plan).toBe('free');
    expect(account.quotas).toEqual({
      onlineRequestsPerMonth: 45,
      maxOnlineRecordingMinutes: 10,
      offlineRequestsPerMonth: 55,
    });
  });
});

describe('2. Pricing', () => {
  it('has the tabs Personal/Business and Enterprise', async () => {
    const { html } = await open(path);
    const tabs = [...html.matchAll(/<label class="tab">([\s\S]*?)<\/label>/g)].map(([, tab = '']) => textOf(tab));
    expect(tabs).toEqual(['Personal/Business', 'Enterprise']);
  });

  it('has a contact-sales message', async () => {
    const { html } = await open(path);
    expect(under(html, 'Not sure which plan fits?')).toContain('Tell us how much you write');
    expect(linksOf(html).filter(({ href }) => /^mailto:sales@/.test(href)).length).toBeGreaterThanOrEqual(3);
  });

  it('has a volume-discount message', async () => {
    expect(under((await open(path)).html, 'Plans for teams')).toContain('a quote with a volume discount');
  });

  it('1. enterprise customers ask sales about single sign-on, a self-hosted backend with their own AI provider, company styles', async () => {
    const offer = under((await open(path)).html, 'For organisations with rules of their own');
    for (const words of [
      'Ask our sales team',
      'Single sign-on',
      'Self-hosted backend',
      'AI provider you have chosen',
      'Company writing styles',
    ])
      expect(offer).toContain(words);
  });
});

describe('9. Tax and payment', () => {
  const sentences: [clause: string, words: string[]][] = [
    [
      'EU businesses with a valid VAT number: 0% (reverse charge)',
      ['With a valid VAT number you are invoiced at 0% under the reverse charge'],
    ],
    [
      'Swiss VAT 8.1% only once the registration threshold is reached (none charged now)',
      ['none is added', 'Swiss VAT of 8.1% is added only once we reach the threshold for registration'],
    ],
    [
      'card via a payment provider, or invoice by bank transfer',
      ['by card through a payment provider or by bank transfer against an invoice'],
    ],
    ['plans renew automatically', ['Automatic renewal', 'A paid plan renews at the end of each period']],
    [
      'failed-payment grace 7 calendar days; retries; suspension or termination after notice (4)',
      [
        'We may try to collect it again',
        'not paid within 7 calendar days of the due date',
        'suspend or end access after giving notice',
      ],
    ],
    [
      'quota used up: further requests are rejected until the next cycle (4)',
      ['Further requests are rejected until your monthly quota resets', 'Larger plans include more'],
    ],
  ];

  it.each(sentences)('%s', async (_, words) => {
    const notes = under((await open(path)).html, 'Tax and payment');
    for (const each of words) expect(notes).toContain(each);
  });

  it.each([
    ['de', ['8,1 %', '0 %', '7 Kalendertage']],
    ['sv', ['8,1 %', '0 %', '7 kalenderdagar']],
    ['it', ['8,1%', '0%', '7 giorni di calendario']],
    ['fr', ['8,1 %', '0 %', '7 jours civils']],
  ] as const)('the numbers are the same in %s', async (language, numbers) => {
    const { main } = await open(path, language);
    for (const number of numbers) expect(main).toContain(number);
  });
});

describe('9. Value examples', () => {
  it('basis: a typist at 300 characters per minute (about 60 words per minute)', async () => {
    const { main } = await open(path);
    expect(main).toContain('a typist at 300 characters per minute (about 60 words per minute)');
  });

  const examples: [Language, string, string][] = [
    [
      'en',
      '3 pages per day: about 7.4 hours and 225k keystrokes',
      '15 pages per day: about 36.9 hours and 1.1M keystrokes',
    ],
    [
      'de',
      '3 Seiten pro Tag: rund 7,4 Stunden und 225’000 Anschläge',
      '15 Seiten pro Tag: rund 36,9 Stunden und 1,1 Millionen Anschläge',
    ],
    [
      'sv',
      '3 sidor om dagen: ungefär 7,4 timmar och 225 000 tangent',
      '15 sidor om dagen: ungefär 36,9 timmar och 1,1 miljoner tangent',
    ],
    [
      'it',
      '3 pagine al giorno: circa 7,4 ore e 225.000 battute',
      '15 pagine al giorno: circa 36,9 ore e 1,1 milioni di battute',
    ],
    [
      'fr',
      '3 pages par jour : environ 7,4 heures et 225 000 frappes',
      '15 pages par jour : environ 36,9 heures et 1,1 million de frappes',
    ],
  ];

  it.each(examples)('%s: %s; %s', async (language, three, fifteen) => {
    const { main } = await open(path, language);
    expect(main).toContain(three);
    expect(main).toContain(fifteen);
  });
});

describe('4. Account and billing lifecycle, as the plans’ page tells it', () => {
  const sentences: [clause: string, words: string][] = [
    [
      'a cancelled subscription is active to the end of the paid period',
      'stays active to the end of the period you have paid for',
    ],
    ['data are kept up to 30 days, recoverable by contacting support', 'the data of a closed account for 30 days'],
    ['then permanently deleted', 'Then we delete it for good'],
    [
      'invoice: written notice no later than the last business day before the next period',
      'must be cancelled in writing, for instance in your account or with the online form, no later than the last business day before the next period',
    ],
    [
      '5. one free account per individual; several paid accounts allowed',
      'Each person may have one free account; several paid accounts are allowed.',
    ],
    [
      '5. sign-up needs only email, name and country; the free plan needs no card',
      'Your e-mail address, your name and your country. No card.',
    ],
    [
      '4. the app needs a regular online sign-in even in offline mode, to check account status, subscription and quota',
      'online sign-in to check your account, plan and quota',
    ],
  ];

  it.each(sentences)('%s', async (_, words) => {
    expect((await open(path)).main).toContain(words);
  });
});
