import { describe, expect, it } from 'vitest';
import { ask, headingsOf, languages, open, textOf } from './served.ts';

/** Typed from the specification, 2: Routes. The headings tell one page from another. */
const pages: [path: string, heading: string][] = [
  ['/writing-ant', 'spoken as it comes Written as it should be.'],
  ['/writing-ant/pricing', 'Subscription plans'],
  ['/writing-ant/demo', 'Writing Ant in 45 seconds'],
  ['/writing-ant/features', 'Everything Writing Ant does'],
  ['/writing-ant/beta', 'Join the beta'],
  ['/writing-ant/download', 'Sign in and download'],
  ['/account', 'Sign in and download'],
  ['/login', 'Sign in and download'],
  ['/logged-out', 'You are signed out'],
  ['/signed-up', 'Welcome to the beta'],
  ['/contact', 'Contact'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
  ['/eula', 'End-User Licence Agreement (EULA)'],
  ['/cookie-policy', 'Cookie Policy'],
  ['/impressum', 'Imprint'],
  ['/licenses', 'Open-source licences'],
  ['/ai-service-use-policy', 'AI Service Use Policy'],
];

/** The same word in French. */
const sameWord = 'Contact';

const redirects: [from: string, to: string][] = [
  ['/', '/writing-ant'],
  ['/ai-dictation', '/writing-ant'],
  ['/speech-to-well-written-text', '/writing-ant'],
];

describe('2. Routes', () => {
  it.each(pages)('%s is a page: %s', async (path, heading) => {
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headingsOf(page.html, 1)).toEqual([heading]);
  });

  it.each(redirects)('%s redirects to %s', async (from, to) => {
    const response = await ask(from);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(to);
  });

  it.each(['/nowhere', '/writing-ant/nowhere', '/privacy/nowhere', '/account/nowhere'])(
    'any other path is the not-found page: %s',
    async (path) => {
      const page = await open(path);
      expect(page.status).toBe(404);
      expect(headingsOf(page.html, 1)).toEqual(['404 - Page Not Found']);
    },
  );

  it('/account, /login and /writing-ant/download show the same page', async () => {
    const [account, login, download] = await Promise.all(
      ['/account', '/login', '/writing-ant/download'].map(async (path) => (await open(path)).main),
    );
    expect(login).toBe(account);
    expect(download).toBe(account);
  });
});

describe('1. The site interface is offered in five languages: en, de, sv, it, fr', () => {
  it.each(pages)('%s', async (path, heading) => {
    const read = await Promise.all(
      languages.map(async (language) => {
        const { html, status } = await open(path, language);
        return { status, lang: /<html[^>]* lang="([^"]*)"/.exec(html)?.[1], heading: headingsOf(html, 1)[0], html };
      }),
    );
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(read.map(({ lang }) => lang)).toEqual(['en', 'de', 'sv', 'it', 'fr']);
    const translated = read.slice(1).map((page) => page.heading);
    if (heading !== sameWord) for (const other of translated) expect(other).not.toBe(heading);
    expect(new Set(read.map(({ html }) => textOf(html))).size).toBe(5);
  });

  it('a language that is none of the five is English', async () => {
    const response = await ask('/contact?lang=es');
    expect(await response.text()).toMatch(/<html[^>]* lang="en"/);
  });
});
