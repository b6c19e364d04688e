import { describe, expect, it } from 'vitest';
import { ask, headingsOf, type Language, languages, linksOf, open, partOf, partsOf, textOf, under } from './served.ts';

const landing = '/writing-ant';
const features = '/writing-ant/features';

/** Each of `words`, in the text of the main part of a page. */
async function expectWords(path: string, words: readonly string[], language: Language = 'en'): Promise<void> {
  const { main } = await open(path, language);
  const missing = words.filter((each) => !main.includes(each));
  expect(missing, path).toEqual([]);
}

const contentLanguages = [
  'American English',
  'British English',
  'German',
  'French',
  'Italian',
  'Spanish',
  'Portuguese',
  'Swedish',
  'Danish',
  'Norwegian',
];

/** The launch month in each language: August 2025. */
const launch: Record<Language, string> = {
  en: 'August 2025',
  de: 'August 2025',
  sv: 'augusti 2025',
  it: 'agosto 2025',
  fr: 'août 2025',
};

/** The four countries in the order of specification 1. */
const countries: Record<Language, string> = {
  en: 'Switzerland, Italy, Ireland and Sweden',
  de: 'Schweiz, Italien, Irland und Schweden',
  sv: 'Schweiz, Italien, Irland och Sverige',
  it: 'Svizzera, Italia, Irlanda e Svezia',
  fr: 'Suisse, Italie, Irlande et Suède',
};

describe('1. What the product does and for whom', () => {
  it('speech is transcribed locally, so audio never leaves the device; only the transcript goes to the cloud', () =>
    expectWords(landing, [
      'Your voice becomes text on your own computer and never leaves it.',
      'Only text goes to a cloud AI service',
      'Audio: never leaves',
    ]));

  it('enhancement, structuring into bullet points, creative writing from voice prompts', async () => {
    const { html } = await open(features);
    expect(under(html, 'Well-written text')).toContain(
      'a cloud AI service (OpenAI, Ireland and USA) turns it into clear sentences',
    );
    expect(under(html, 'Bullet points')).toContain('puts them in the order a reader needs');
    expect(under(html, 'Creative writing')).toContain('Say what you need, and it is written for you');
  });

  it('two working modes: online for best quality, offline speech-to-text for privacy', () =>
    expectWords(landing, [
      'Online mode gives the best quality. Offline mode is planned; it will give the most privacy.',
      'Online mode',
      'Offline mode',
    ]));

  it('vocabulary list, private keyword triggers, tone switching', async () => {
    const { html } = await open(features);
    expect(under(html, 'Vocabulary list')).toContain('Put such names on your list');
    expect(under(html, 'Private keywords')).toContain('Say the keyword, and what you saved under it appears.');
    expect(under(html, 'Tone switching')).toContain('neutral, formal or friendly');
  });

  it('optional voice commands press keyboard shortcuts and start and stop recording', async () => {
    expect(under((await open(features)).html, 'Voice commands, if you like')).toContain(
      'They start and stop a recording and press keyboard shortcuts for you. Switch them off in the settings',
    );
  });

  it('voice commands off: start and stop by buttons, results in the app instead of at the cursor', async () => {
    const table = partsOf((await open(features)).html, 'table')
      .map(textOf)
      .join('\n');
    for (const words of [
      'with buttons',
      'at the cursor, in the program you are working in',
      'in the app, ready to copy',
    ])
      expect(table).toContain(words);
  });

  it.each([landing, features])('content languages (10) on %s', async (path) => {
    const { html } = await open(path);
    const lists = partsOf(html, 'ul').map((list) => partsOf(list, 'li').map(textOf));
    expect(lists).toContainEqual(contentLanguages);
  });

  it('interface and voice commands are English only', () =>
    expectWords(features, ['The app’s interface and the voice commands are in English only.']));

  it('audience: heavy writers, office staff, home-office users, individuals and businesses', () =>
    expectWords(landing, [
      'Support staff',
      'Journalists',
      'Lawyers',
      'Consultants',
      'Researchers',
      'Students',
      'in the office or at home, for themselves or for a business',
    ]));

  it('enterprise: single sign-on, self-hosted backend with own AI provider, company writing styles', () =>
    expectWords(features, [
      'single sign-on, a self-hosted backend with their own AI provider, and company writing styles',
    ]));

  it.each(languages)('eligibility: Switzerland, Italy, Ireland and Sweden only (%s)', (language) =>
    expectWords(landing, [countries[language]], language),
  );

  it.each(languages)('launch is announced for August 2025 (%s)', (language) =>
    expectWords(landing, [launch[language]], language),
  );

  it.each(languages)('accuracy claim: 99.9% (%s)', async (language) => {
    const claim = language === 'en' ? '99.9%' : language === 'it' ? '99,9%' : '99,9 %';
    await expectWords(landing, [claim], language);
    await expectWords(features, [claim], language);
  });
});

describe('2. Page contents: home and product page', () => {
  it('hero: announcement, title, subtitle, description, learn-more link', async () => {
    const { html } = await open(landing);
    const hero = html.slice(html.indexOf('class="hero"'), html.indexOf('id="examples"'));
    expect(textOf(hero)).toContain('In beta. Launch was announced for August 2025.');
    expect(headingsOf(hero, 1)).toEqual(['spoken as it comes Written as it should be.']);
    expect(textOf(hero)).toContain('Dictation that does the writing too');
    expect(textOf(hero)).toContain('On Windows, in 10 languages.');
    expect(linksOf(hero).map(({ words, href }) => [words, href])).toContainEqual(['Learn more', '#examples']);
  });

  const sections: [part: string, heading: string, words: string][] = [
    ['demo video', 'A thought becomes text', 'A short animated film'],
    ['features', 'It writes what you meant', 'The app takes down what you said'],
    ['founder story', 'Why we built it', 'Talking is easy. Writing is the work that comes after'],
    ['before/after comparison', 'What is said, what is written', 'Prepared examples, before and after.'],
    ['audience groups', 'For people who write a lot', 'Support staff. Journalists. Lawyers.'],
    [
      'two working modes',
      'Two ways to work, one rule: your audio stays with you',
      'Online mode gives the best quality.',
    ],
    ['pricing teaser', 'What it costs', '45 online requests'],
  ];

  it.each(sections)('%s: “%s”', async (_, heading, words) => {
    expect(under((await open(landing)).html, heading)).toContain(words);
  });

  it.each(languages)('all these sections are there (%s)', async (language) => {
    const [english, translated] = await Promise.all([open(landing), open(landing, language)]);
    const count = (html: string) => [2, 3].map((rank) => headingsOf(partOf(html, 'main'), rank).length);
    expect(count(translated.html)).toEqual(count(english.html));
  });

  it.each([
    ['en', 'Your browser cannot show this video. Please use a modern browser.'],
    ['de', 'modernen Browser'],
    ['sv', 'modern webbläsare'],
    ['it', 'browser'],
    ['fr', 'navigateur'],
  ] as const)(
    'a message says to use a modern browser when the video tag is unsupported (%s)',
    async (language, words) => {
      const video = partOf((await open(landing, language)).html, 'video');
      expect(textOf(video)).toContain(words);
    },
  );

  it('demo: a video page with breadcrumb', async () => {
    const { html } = await open('/writing-ant/demo');
    const breadcrumb = partOf(html, 'nav', 'class="breadcrumb"');
    expect(textOf(breadcrumb).split('\n')).toEqual(['Speech to text', 'Demo']);
    expect(linksOf(breadcrumb).map(({ href }) => href)).toEqual(['/writing-ant']);
    const video = partOf(html, 'video');
    expect(video).toMatch(/<source [^>]*type="video\/mp4/);
    expect(video).toMatch(/<source [^>]*type="video\/webm/);
  });

  it('the video itself is served, in parts', async () => {
    const { html } = await open('/writing-ant/demo');
    for (const [, source = ''] of partOf(html, 'video').matchAll(/<source src="([^"]+)"/g)) {
      const response = await ask(source, { headers: { range: 'bytes=0-99' } });
      expect([response.status, response.headers.get('content-length')]).toEqual([206, '100']);
    }
  });
});

describe('2. Page contents: beta and signed-up', () => {
  it('beta lists the available countries', async () => {
    const list = under((await open('/writing-ant/beta')).html, 'Where the beta is open').split('\n');
    expect(list).toEqual(expect.arrayContaining(['Switzerland', 'Sweden', 'Italy', 'Ireland']));
  });

  it('gives an e-mail contact to request access; signup is manual', async () => {
    const page = await open('/writing-ant/beta');
    const [access] = linksOf(page.html).filter(({ words }) => words === 'Ask for access by e-mail');
    expect(access?.href).toMatch(/^mailto:[\w.-]+@/);
    expect(page.main).toContain('We review every sign-up ourselves.');
  });

  it('5. the company may request proof of residence or establishment', () =>
    expectWords('/writing-ant/beta', [
      'people who live in these countries and to companies established there. We may ask for proof.',
    ]));

  it('signed-up: welcome, next steps, expected timeframe, back home', async () => {
    const page = await open('/signed-up');
    expect(headingsOf(page.html, 1)).toEqual(['Welcome to the beta']);
    expect(under(page.html, 'What happens next')).toContain('We review every sign-up ourselves');
    expect(page.main).toContain('An invitation with download instructions will follow by e-mail');
    expect(page.main).toContain('from August to September 2025');
    expect(linksOf(page.html).map(({ words, href }) => [words, href])).toContainEqual([
      'Back to the home page',
      '/writing-ant',
    ]);
  });

  it.each([
    ['de', 'August und September 2025'],
    ['sv', 'augusti och september 2025'],
    ['it', 'agosto e settembre 2025'],
    ['fr', 'août et septembre 2025'],
  ] as const)('the same months in %s', (language, months) => expectWords('/signed-up', [months], language));
});

describe('9. Platform, size and models', () => {
  const facts: [name: string, value: string][] = [
    ['Windows', 'Tested on 10 and 11'],
    ['macOS', 'Coming soon, tested on 12 to 15'],
    ['Download', 'About 28 GB'],
    ['Installed', 'About 35 GB'],
    ['Installation', 'About 10 minutes'],
    ['Online model', 'GPT-5 by OpenAI (Ireland and USA); if it is not available, GPT-4.1'],
    ['Local models', 'NeMo Parakeet, NeMo Canary, Whisper and Zipformer'],
    ['CPU or GPU', 'on the processor or the graphics card'],
  ];

  it.each(facts)('%s: %s', async (name, value) => {
    const { main } = await open(features);
    expect(main).toMatch(new RegExp(`^${name}\\n[\\s\\S]*?${value.replace(/[().]/g, '\\$&')}`, 'm'));
  });

  it.each([
    ['de', 'Rund 28 GB', 'Rund 35 GB', 'Rund 10 Minuten'],
    ['sv', 'Ungefär 28 GB', 'Ungefär 35 GB', 'Ungefär 10 minuter'],
    ['it', 'Circa 28 GB', 'Circa 35 GB', 'Circa 10 minuti'],
    ['fr', 'Environ 28 Go', 'Environ 35 Go', 'Environ 10 minutes'],
  ] as const)('sizes and time in %s: %s, %s, %s', (language, ...words) =>
    expectWords(features, [...words, 'GPT-5', 'GPT-4.1', 'NeMo Parakeet, NeMo Canary, Whisper'], language),
  );
});

describe('4. Recording and login token, as the features’ page tells it', () => {
  it('a transparent yellow full-screen overlay blocks clicks outside the recording interface', () =>
    expectWords(features, [
      'a transparent yellow overlay covers the whole screen. It blocks clicks outside the recording bar',
    ]));

  it('login token: automatic sign-in for up to 15 days', () =>
    expectWords(features, ['the app keeps you signed in for up to 15 days']));

  it.each([
    ['de', '15 Tage'],
    ['sv', '15 dagar'],
    ['it', '15 giorni'],
    ['fr', '15 jours'],
  ] as const)('the same in %s', (language, days) => expectWords(features, [days], language));

  it('a regular online sign-in even in offline mode, to check account, subscription and quota', () =>
    expectWords(features, [
      'Even in offline mode, the app will need to go online regularly to check your account, your subscription and your quota.',
    ]));
});
