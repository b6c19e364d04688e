import { describe, expect, inject, test } from 'vitest';
import type { PageRoute } from '../../app/site/page-route.ts';
import { tabTitleOf } from '../../app/site/page-titles.ts';
import { notFoundRoute, routes } from '../../app/site/routes.ts';
import { messageFileNames, readMessages } from '../../scripts/build/catalogues.ts';
import { shareImageSize } from '../../scripts/build/sharing-tags.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { readPng } from '../../workshop/design/png-text.ts';
import { decode, open, partOf, textOf } from '../acceptance/served.ts';
import { wordsOf } from '../journeys/fixtures/words.ts';
import { read } from './reading.ts';

/* What every page is when it arrives, in each language, before any browser has read it (tests/journeys/walk.spec.ts). */

const pages: readonly PageRoute[] = [...routes, notFoundRoute];
const pathOf = (route: PageRoute) => route.paths[0] ?? '/no-such-page';

const messageIds = new Set(messageFileNames().flatMap((file) => Object.keys(readMessages('en', file))));

/** Ids of messages in a text that should contain their sentences. */
const listMessageIds = (text: string): string[] =>
  (text.match(/[a-z][a-z0-9-]*(\.[a-z0-9-]+)+/g) ?? []).filter((word) => messageIds.has(word));

const titleIn = (locale: Locale, route: PageRoute) =>
  tabTitleOf(route, wordsOf(locale) as (id: string, values?: object) => string);

/** An attribute of the elements of the head that have this mark. */
const attributesOf = (html: string, mark: string, name: string): string[] =>
  (partOf(html, 'head').match(/<(?:meta|link)\b[^>]*>/g) ?? [])
    .filter((tag) => tag.includes(mark))
    .map((tag) => read(decode(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')));

/** How many names its landmarks have: those that differ in English differ in every language. */
const landmarksOf = (html: string) =>
  new Set(html.match(/(?<=<(?:nav|aside|form|section)\b[^>]*aria-label=")[^"]+/g)).size;

/** What the head of a page tells search engines and link previews. */
const readHead = (html: string) => {
  const attribute = (mark: string, name: string) => attributesOf(html, mark, name)[0];
  return {
    robots: attribute('name="robots"', 'content'),
    canonical: attribute('rel="canonical"', 'href'),
    url: attribute('property="og:url"', 'content'),
    title: attribute('property="og:title"', 'content'),
    description: attribute('property="og:description"', 'content'),
    shownTitle: textOf(partOf(html, 'title')),
    shownDescription: attribute('name="description"', 'content'),
  };
};

function expectToBeFound(html: string, address: string): void {
  const head = readHead(html);
  expect(head).toMatchObject({
    canonical: address,
    url: address,
    title: head.shownTitle,
    description: head.shownDescription,
  });
  expect(head.shownDescription).not.toBe('');
  const alternates = attributesOf(html, 'hreflang=', 'href');
  expect(alternates).toHaveLength(locales.length + 1);
  expect(alternates).toContain(address);
  const things = html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g);
  for (const [, thing] of things) expect(JSON.stringify(JSON.parse(thing!))).not.toContain('%SITE_ORIGIN%');
}

describe.each(locales)('in %s', (locale) => {
  test.each(pages.map((route) => ({ id: route.id, route })))('$id is there, named and found', async ({ route }) => {
    const { status, html, text } = await open(pathOf(route), locale);
    expect(status).toBe(route === notFoundRoute ? 404 : 200);
    expect(html).toMatch(new RegExp(`<html lang="${locale}"[ >]`));
    expect(textOf(partOf(html, 'title'))).toBe(read(titleIn(locale, route)));
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(listMessageIds(text)).toEqual([]);
    expect(landmarksOf(html)).toBe(landmarksOf((await open(pathOf(route))).html));
    if (route.indexed) return expectToBeFound(html, inject('origin') + localizedPath(pathOf(route), locale));
    const { canonical, title, robots } = readHead(html);
    expect({ canonical, title, robots }).toEqual({ canonical: undefined, title: undefined, robots: 'noindex' });
  });

  test('each title is that of one page', () => {
    const titles = pages.map((route) => titleIn(locale, route));
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('each other address of a page answers with it', async () => {
    for (const route of routes)
      for (const path of route.paths.slice(1)) {
        const { status, html } = await open(path, locale);
        expect([status, textOf(partOf(html, 'title'))], path).toEqual([200, read(titleIn(locale, route))]);
      }
  });

  test('the picture for link previews is there, in its size', async () => {
    const { html } = await open(pathOf(routes.find(({ id }) => id === 'landing')!), locale);
    const picture = await fetch(attributesOf(html, 'property="og:image"', 'content')[0]!);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(readPng(Buffer.from(await picture.arrayBuffer()))).toMatchObject(shareImageSize);
  });
});
