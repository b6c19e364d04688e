import { describe, expect, inject, test } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { ask, open, partOf, partsOf } from '../acceptance/served.ts';
import { lineOf, read, sectionNamed, sentencesOf } from './reading.ts';

/* What search engines and other machines are told, and that it is what people see. */

type Thing = Record<string, unknown>;

const thingsOf = (html: string): Thing[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, block]) => JSON.parse(block!)['@graph'] as Thing[],
  );

test.each(locales)('the questions told to search engines are those of the page (%s)', async (locale) => {
  const { html } = await open(paths.pricing, locale);
  const faq = thingsOf(html).find((thing) => thing['@type'] === 'FAQPage')!;
  const told = (faq.mainEntity as Thing[]).map(({ name, acceptedAnswer }) => [name, (acceptedAnswer as Thing).text]);
  const shown = partsOf(sectionNamed(html, sentencesOf(locale)('pricing.questions.title')), 'details')
    // Nothing is sold by this site.
    .filter((each) => !/^<details\b[^>]*shown-with-sales-open/.test(each))
    .map((each) => {
      const question = partOf(each, 'summary');
      return [question, each.slice(each.indexOf(question) + question.length)].map(lineOf);
    });
  expect(told.length).toBeGreaterThan(3);
  expect(told.map((texts) => texts.map((text) => read(String(text))))).toEqual(shown);
});

test.each([paths.landing, paths.demo])('the film told to search engines on %s is there', async (path) => {
  const film = thingsOf((await open(path)).html).find((thing) => thing['@type'] === 'VideoObject')!;
  for (const address of [film.contentUrl as string, ...(film.thumbnailUrl as string[])]) {
    expect(address.startsWith(inject('origin'))).toBe(true);
    expect((await fetch(address, { method: 'HEAD' })).status, address).toBe(200);
  }
});

test('the sitemap’s addresses all answer, with the language they promise', async () => {
  const sitemap = await (await ask('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(60);
  for (const address of addresses) {
    expect(address.startsWith(`${inject('origin')}/`)).toBe(true);
    const answer = await ask(address);
    expect(answer.status, address).toBe(200);
    const locale = new URL(address).searchParams.get('lang') ?? 'en';
    expect(await answer.text()).toMatch(new RegExp(`<html lang="${locale}"[ >]`));
  }
});

describe.each(['/robots.txt', '/llms.txt', '/.well-known/security.txt', '/.well-known/gpc.json'])('%s', (address) => {
  test('is served with absolute addresses', async () => {
    const answer = await ask(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(
      address.endsWith('.json') ? /^application\/json/ : /^text\/plain/,
    );
    expect(await answer.text()).not.toMatch(/%/);
  });
});
