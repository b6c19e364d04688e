import { describe, expect, it } from 'vitest';
import { routes } from '../../app/site/routes.ts';
import { operator } from '../../shared/business/company.ts';
import { plans } from '../../shared/business/plans.ts';
import { fillInSales, placeholders } from '../../shared/configuration.ts';
import { formatNumber } from '../../shared/format.ts';
import { defaultLocale, locales } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { machineFiles } from './machine-files.ts';
import { textsOf } from './texts.ts';

const siteOrigin = 'https://ant.example';
const files = Object.fromEntries(
  Object.entries(machineFiles(routes, textsOf(defaultLocale))).map(([name, text]) => [
    name,
    text.replaceAll(placeholders.siteOrigin, siteOrigin),
  ]),
);

const indexedPaths = routes.filter(({ indexed }) => indexed).map(({ paths: [path] }) => path!);
const address = (path: string, locale: (typeof locales)[number]) => siteOrigin + localizedPath(path, locale);

/** Elements of a small XML file, checked to be closed in the reverse order in which they were opened. */
function readXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: string[] = [];
  const [declaration, ...rest] = text.split('?>');
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"');
  for (const [, end, name = '', attributes = '', empty, content = ''] of rest
    .join('?>')
    .matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)\s*(\/?)>([^<]*)/g)) {
    if (end) expect(open.pop()).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
      elements.push({ name, attributes: Object.fromEntries(pairs), text: content.trim() });
      if (!empty) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

describe('sitemap.xml', () => {
  const elements = readXml(files['sitemap.xml']!);

  it('lists every indexed page in every language once, and nothing else', () => {
    const listed = elements.filter(({ name }) => name === 'loc').map(({ text }) => text);
    const expected = indexedPaths.flatMap((path) => locales.map((locale) => address(path, locale)));
    expect(listed.sort()).toEqual(expected.sort());
    expect(indexedPaths.length).toBeGreaterThan(10);
  });

  it('names the siblings of each entry, the entry itself among them', () => {
    const entries = files['sitemap.xml']!.match(/<url>.*?<\/url>/g)!;
    for (const entry of entries) {
      const [, location] = /<loc>(.*?)<\/loc>/.exec(entry)!;
      const path = indexedPaths.find((each) => locales.some((locale) => address(each, locale) === location))!;
      const links = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [
        language,
        href,
      ]);
      expect(links).toEqual([
        ...locales.map((locale) => [locale, address(path, locale)]),
        ['x-default', address(path, defaultLocale)],
      ]);
    }
  });

  it('stays below the limits of the format', () => {
    expect(elements.filter(({ name }) => name === 'url').length).toBeLessThan(50_000);
    expect(elements[0]!.attributes).toEqual({
      xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
      'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
    });
  });
});

it('robots.txt lets everybody read the pages and names the sitemap', () => {
  const lines = files['robots.txt']!.trimEnd().split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines.at(-1)).toBe(`Sitemap: ${siteOrigin}/sitemap.xml`);
  const forbidden = lines.flatMap((line) => /^Disallow: (\S+)/.exec(line)?.slice(1) ?? []);
  expect(forbidden).toEqual(['/api/', '/downloads/']);
  for (const { paths } of routes)
    for (const path of paths) expect(forbidden.some((prefix) => path.startsWith(prefix))).toBe(false);
});

it('llms.txt has the form of llmstxt.org and names pages and prices', () => {
  const text = files['llms.txt']!;
  expect(text).toMatch(/^# Writing Ant\n\n> \S.*\n\n## /);
  for (const path of indexedPaths.filter((each) => !each.startsWith('/legal/')))
    expect(text).toContain(`](${siteOrigin}${path}): `);
  for (const locale of locales) expect(text).toContain(address('/writing-ant', locale));
  for (const salesOpen of [[], ['ch']] as const)
    for (const { monthlyRappen, onlineRequestsPerMonth } of Object.values(plans)) {
      const isAnnounced = monthlyRappen > 0 && !salesOpen.length;
      const next = isAnnounced ? 'not on sale yet' : `${formatNumber('en', onlineRequestsPerMonth)} online requests`;
      expect(fillInSales(text, { salesOpen })).toMatch(new RegExp(`CHF\\s${monthlyRappen / 100} [^;]+; ${next}`));
    }
  expect(text.indexOf('## Optional')).toBeGreaterThan(text.indexOf('## Pages'));
});

it('security.txt says whom to tell, in the form of RFC 9116, until a day that the server names', () => {
  const fields = files['.well-known/security.txt']!.trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2));
  const security = Object.fromEntries(fields);
  expect(fields).toHaveLength(Object.keys(security).length);
  expect(security).toEqual({
    Contact: `mailto:${operator.supportEmail}`,
    Expires: placeholders.expires,
    'Preferred-Languages': locales.join(', '),
    Policy: `${siteOrigin}/.well-known/security-policy.md`,
    Canonical: `${siteOrigin}/.well-known/security.txt`,
  });
});

it('gpc.json declares that Global Privacy Control is respected', () => {
  expect(JSON.parse(files['.well-known/gpc.json']!)).toEqual({
    gpc: true,
    lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});
