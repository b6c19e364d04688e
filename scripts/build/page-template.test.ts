import { describe, expect, it } from 'vitest';
import type { Boot } from '../../app/site/boot.ts';
import type { PageRoute } from '../../app/site/page-route.ts';
import { notFoundRoute, routes } from '../../app/site/routes.ts';
import { locales } from '../../shared/locales.ts';
import { inline } from './inline-scripts.ts';
import { pageHtml } from './page-template.ts';

const boot = {
  locale: 'de',
  scripts: [],
  messages: {},
  messageFiles: {},
  documents: {},
} satisfies Boot;

const htmlOf = (route: PageRoute, structuredData?: string) =>
  pageHtml({
    route,
    locale: 'de',
    boot,
    body: '<main></main>',
    title: 'Titel “<b>” – Writing Ant',
    description: 'Was "Writing Ant" ist & kann',
    shareCard: { title: 'Titel “<b>”', description: 'Was "Writing Ant" ist & kann', imageText: 'Writing Ant' },
    structuredData,
    style: inline(''),
    inlineScripts: {
      head: inline('head()'),
      end: inline('end()'),
      countdown: inline('countDown()'),
      supportHours: inline('tell()'),
    },
    fonts: [],
    sessionScripts: [],
    shownFiles: [],
  });

const pricing = routes.find(({ id }) => id === 'pricing')!;
const canonical = '%SITE_ORIGIN%/writing-ant/pricing';

describe('the head of an indexed page', () => {
  const html = htmlOf(pricing);
  const contentOf = (property: string) =>
    [...html.matchAll(new RegExp(`<meta property="${property}" content="([^"]*)">`, 'g'))].map(
      ([, content]) => content,
    );

  it('names its own address and its five languages, each absolute', () => {
    expect(html).toContain(`<link rel="canonical" href="${canonical}?lang=de">`);
    const alternates = [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [
      language,
      href,
    ]);
    expect(alternates).toEqual([
      ...locales.map((locale) => [locale, locale === 'en' ? canonical : `${canonical}?lang=${locale}`]),
      ['x-default', canonical],
    ]);
  });

  it('says how a link to it is shown elsewhere', () => {
    expect(contentOf('og:url')).toEqual([`${canonical}?lang=de`]);
    expect(contentOf('og:type')).toEqual(['website']);
    expect(contentOf('og:locale')).toEqual(['de_CH']);
    expect(contentOf('og:locale:alternate')).toHaveLength(locales.length - 1);
    expect(contentOf('og:image')).toEqual(['%SITE_ORIGIN%/share/writing-ant-de.png']);
    for (const property of ['og:title', 'og:description', 'og:site_name', 'og:image:alt', 'og:image:width'])
      expect(contentOf(property), property).toHaveLength(1);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('lets no text end an attribute, an element or a data block', () => {
    expect(html).not.toContain('<b>');
    expect(html).toContain('content="Was &#34;Writing Ant&#34; ist &#38; kann"');
    const block = htmlOf(pricing, '{"name":"</script><script>alert(1)</script>"}');
    expect(block).toContain('<script type="application/ld+json">{"name":"\\u003c/script>');
    expect(block).not.toContain('alert(1)</script>"}');
  });
});

it('asks search engines to leave other pages out, and says nothing else about them', () => {
  for (const route of [notFoundRoute, ...routes.filter(({ indexed }) => !indexed)]) {
    const html = htmlOf(route);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/canonical|hreflang|property="og:|twitter:|ld\+json/);
  }
});
