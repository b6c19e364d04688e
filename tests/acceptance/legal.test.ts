import { describe, expect, it } from 'vitest';
import {
  headingsOf,
  type Language,
  languages,
  linksOf,
  open,
  partOf,
  partsOf,
  rowsOf,
  textOf,
  under,
} from './served.ts';

/** Each of `words`, in the text of the main part of a page. */
async function expectWords(path: string, words: readonly string[]): Promise<void> {
  const text = (await open(path)).main.replaceAll('\n', ' ');
  expect(
    words.filter((each) => !text.includes(each)),
    path,
  ).toEqual([]);
}

describe('2. Legal pages', () => {
  it.each(languages)('EULA: 17 sections (%s)', async (language) => {
    const sections = headingsOf(partOf((await open('/eula', language)).html, 'main'), 2);
    const numbers = sections.map((heading) => Number.parseInt(heading, 10));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  });

  it('Privacy Policy: representatives, audio handling, local data, third parties, retention, Swiss notice', async () => {
    const { html } = await open('/privacy');
    expect(under(html, '2. Representatives')).toMatch(/Switzerland[\s\S]*European Union/);
    expect(under(html, '3. Audio')).toContain(
      'Audio never leaves your device. Speech is transcribed there by local models.',
    );
    expect(under(html, '4. Data on your device')).toContain('private keyword data');
    expect(under(html, '6. Third parties')).toContain('WorkOS, Inc.');
    expect(under(html, '8. How long we keep data')).toContain('2 years');
    expect(under(html, '12. Notice for residents of Switzerland')).toContain('For you the FADP applies.');
  });

  it('third-party table: recipient, provider, what it receives, country', async () => {
    const { html } = await open('/privacy');
    const table = partsOf(html, 'table')
      .map(rowsOf)
      .find(([head]) => head?.[0] === 'Recipient')!;
    expect(table[0]).toEqual(['Recipient', 'Provider', 'What it receives', 'Country']);
    expect(table.slice(1).map(([recipient]) => recipient)).toEqual([
      'Login provider',
      'Card payment provider',
      'AI provider',
      'Hosting',
      'Mail',
    ]);
  });

  it('Privacy Policy and Terms say where the hosted text is, or that this is the one in force', async () => {
    await expectWords('/privacy', ['This text is the main policy and the one in force']);
    await expectWords('/terms', ['This text is the version in force']);
  });

  it('Cookie Policy: a button to manage consent settings', async () => {
    const buttons = partsOf(partOf((await open('/cookie-policy')).html, 'main'), 'button').map(textOf);
    expect(buttons).toContain('Cookie settings');
  });

  it('Imprint: 1. a Swiss sole proprietorship', () =>
    expectWords('/impressum', [
      'Legal form: sole proprietorship under Swiss law.',
      'Commercial register of the canton of Zug',
    ]));

  it('Licences: breadcrumb legal > licences and a compliance notice', async () => {
    const page = await open('/licenses');
    const breadcrumb = textOf(partOf(page.html, 'nav', 'class="breadcrumb"')).split('\n');
    expect(breadcrumb).toEqual(['Legal', 'Open-source licences']);
    expect(page.main).toContain('Each work below belongs to its makers and is used under its own licence');
  });

  it('Licences: each library with copyright, licence and source link', async () => {
    const { html } = await open('/licenses');
    const works = html.match(/<li class="work">[\s\S]*?<\/dl><\/li>/g) ?? [];
    expect(works.length).toBeGreaterThan(50);
    const incomplete = works.filter((work) => {
      const [, licence = ''] = /<dt>Licence<\/dt><dd>([\s\S]*?)<\/dd>/.exec(work) ?? [];
      const [, source = ''] = /<dt>Source<\/dt><dd>([\s\S]*?)<\/dd>/.exec(work) ?? [];
      const [, copyright = ''] = /<p class="work-copyright"[^>]*>([\s\S]*?)<\/p>/.exec(work) ?? [];
      return !textOf(licence) || !textOf(copyright) || !/^https:\/\//.test(linksOf(source)[0]?.href ?? '');
    });
    expect(incomplete.map((work) => textOf(work))).toEqual([]);
  });

  it.each(['/privacy', '/terms', '/eula', '/cookie-policy', '/impressum', '/ai-service-use-policy'])(
    '%s has the same sections in five languages',
    async (path) => {
      const count = async (language: Language) =>
        headingsOf(partOf((await open(path, language)).html, 'main'), 2).length;
      const counts = await Promise.all(languages.map(count));
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeGreaterThan(2);
    },
  );
});

describe('3. Stored data, as the Privacy Policy lists it', () => {
  const data: [row: string, words: string[]][] = [
    ['Account', ['full name', 'e-mail', 'country', 'IP address', 'browser user agent']],
    [
      'Usage',
      [
        'e-mail',
        'speech-to-text, text generation, text enhancement',
        'time and date of each request',
        'processing language',
        'tokens used',
        'AI model used',
      ],
    ],
    [
      'Bookkeeping',
      [
        'e-mail',
        'plan bought',
        'name and billing address',
        'VAT number if given',
        'references and messages of the payment provider',
      ],
    ],
    [
      'Cookie consent',
      [
        'time',
        'method',
        'version of the options',
        'browser or session identifier',
        'accepted document version and date',
      ],
    ],
  ];

  it.each(data)('%s', async (name, words) => {
    const { html } = await open('/privacy');
    const rows = partsOf(html, 'table').flatMap(rowsOf);
    const [, contents = ''] = rows.find(([first]) => first === name) ?? [];
    expect(words.filter((each) => !contents.includes(each))).toEqual([]);
  });

  it('local desktop data: settings, private keyword data, encrypted cache, optional audio and results, login token', async () => {
    const local = under((await open('/privacy')).html, '4. Data on your device');
    for (const words of [
      'settings',
      'private keyword data',
      'an encrypted cache',
      'audio and results, if you choose to save them',
      'a login token in the keychain',
    ])
      expect(local).toContain(words);
  });

  it('7. the app talks to its local backend over an encrypted local socket on a random port limited to one client', () =>
    expectWords('/privacy', [
      'over an encrypted local socket on a random port that is limited to one client on the same machine',
    ]));
});

describe('9. Retention', () => {
  const periods: [what: string, Record<Language, string>][] = [
    [
      'usage data 2 years',
      {
        en: 'Usage data|2 years',
        de: 'Nutzungsdaten|2 Jahre',
        sv: 'Användningsuppgifter|2 år',
        it: 'Dati d’uso|2 anni',
        fr: 'Données d’utilisation|2 ans',
      },
    ],
    [
      'bookkeeping 10 years',
      {
        en: 'Bookkeeping data|10 years',
        de: 'Buchhaltungsdaten|10 Jahre',
        sv: 'Bokföringsuppgifter|10 år',
        it: 'Dati contabili|10 anni',
        fr: 'Données comptables|10 ans',
      },
    ],
    [
      'support e-mails 3 years',
      {
        en: 'Support e-mails|3 years',
        de: 'Support-E-Mails|3 Jahre',
        sv: 'E-post till supporten|3 år',
        it: 'E-mail di assistenza|3 anni',
        fr: 'E-mails d’assistance|3 ans',
      },
    ],
    [
      'support e-mails 10 years if financial',
      {
        en: 'Support e-mails with financial content|10 years',
        de: 'Support-E-Mails mit finanziellem Inhalt|10 Jahre',
        sv: 'E-post till supporten med ekonomiskt innehåll|10 år',
        it: 'E-mail di assistenza con contenuto finanziario|10 anni',
        fr: 'E-mails d’assistance à contenu financier|10 ans',
      },
    ],
    [
      'cookie consent records 12 months',
      {
        en: 'Records of cookie consent|12 months',
        de: 'Nachweise der Cookie-Einwilligung|12 Monate',
        sv: 'Uppgifter om cookiesamtycke|12 månader',
        it: 'Registrazioni del consenso ai cookie|12 mesi',
        fr: 'Preuves du consentement aux cookies|12 mois',
      },
    ],
    [
      'policy acceptance records account lifetime plus 3 months',
      {
        en: 'Records of accepted documents|life of the account plus 3 months',
        de: 'Nachweise akzeptierter Dokumente|Dauer des Kontos plus 3 Monate',
        sv: 'Uppgifter om godkända dokument|kontots livstid plus 3 månader',
        it: 'Registrazioni dei documenti accettati|durata dell’account più 3 mesi',
        fr: 'Preuves des documents acceptés|durée du compte plus 3 mois',
      },
    ],
    [
      'account after deletion 30 days, recoverable, then permanently deleted',
      {
        en: 'Account after deletion, and data of a cancelled subscription after the paid period|up to 30 days, recoverable through support; then permanently deleted',
        de: 'Konto nach der Löschung sowie Daten eines gekündigten Abos nach dem bezahlten Zeitraum|bis zu 30 Tage',
        sv: 'Konto efter radering samt uppgifter om ett uppsagt abonnemang efter den betalda perioden|upp till 30 dagar',
        it: 'Account dopo la cancellazione, e dati di un abbonamento disdetto dopo il periodo pagato|fino a 30 giorni',
        fr: 'Compte après sa suppression, et données d’un abonnement résilié après la période payée|30 jours',
      },
    ],
    [
      'third-party AI request logs up to 30 days',
      {
        en: 'Request logs of the AI provider|up to 30 days',
        de: 'Anfrageprotokolle des KI-Anbieters|bis zu 30 Tage',
        sv: 'AI-leverantörens loggar över förfrågningar|upp till 30 dagar',
        it: 'Registri delle richieste del fornitore di IA|fino a 30 giorni',
        fr: 'Journaux de requêtes du fournisseur d’IA|30 jours',
      },
    ],
    [
      'keychain login token up to 15 days',
      {
        en: 'Login token in the keychain|up to 15 days',
        de: 'Anmelde-Token im Schlüsselbund|bis zu 15 Tage',
        sv: 'Inloggningstoken i nyckelringen|upp till 15 dagar',
        it: 'Token di accesso nel portachiavi|fino a 15 giorni',
        fr: 'Jeton de connexion dans le trousseau|15 jours',
      },
    ],
    [
      'data-subject requests answered within 30 days',
      {
        en: 'Your requests about your data|answered within 30 days',
        de: 'Ihre Begehren zu Ihren Daten|Antwort innert 30 Tagen',
        sv: 'Dina begäranden om dina uppgifter|svar inom 30 dagar',
        it: 'Le sue richieste sui suoi dati|risposta entro 30 giorni',
        fr: 'Vos demandes sur vos données|réponse dans les 30 jours',
      },
    ],
  ];

  it.each(periods.flatMap(([what, each]) => languages.map((language) => [what, language, each[language]] as const)))(
    '%s (%s)',
    async (_, language, row) => {
      const rows = partsOf((await open('/privacy', language)).html, 'table').flatMap(rowsOf);
      const [name, period] = row.split('|');
      const found = rows.filter(([first]) => first === name).map(([, second]) => second);
      expect(found).toEqual([expect.stringMatching(new RegExp(`^${period}(?!\\d)`))]);
    },
  );
});
