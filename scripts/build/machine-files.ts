import { readFileSync } from 'node:fs';
import type { PageRoute } from '../../app/site/page-route.ts';
import { operator } from '../../shared/business/company.ts';
import { offlineAddOn, plans, type Quota, type Rappen } from '../../shared/business/plans.ts';
import { requestsPerWorkingDay } from '../../shared/business/requests-per-day.ts';
import { isSold } from '../../shared/business/sales.ts';
import { bySales, placeholders } from '../../shared/configuration.ts';
import { formatNumber, formatPrice } from '../../shared/format.ts';
import { defaultLocale, type Locale, localeNames, locales } from '../../shared/locales.ts';
import { escapeMarkup } from '../../shared/markup.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { type BuildTexts, descriptionOf } from './texts.ts';

const origin = placeholders.siteOrigin;
/** Pages that search engines may list, by their canonical address. */
const indexedAddresses = (routes: readonly PageRoute[]) =>
  routes.flatMap(({ indexed, paths: [canonical] }) => (indexed && canonical ? [canonical] : []));

/** Every indexed page in every language, each entry naming its four siblings. */
function sitemap(routes: readonly PageRoute[]): string {
  const address = (path: string, locale: Locale) => escapeMarkup(origin + localizedPath(path, locale));
  const alternates = (path: string) =>
    [
      ...locales.map((locale) => [locale, address(path, locale)] as const),
      ['x-default', address(path, defaultLocale)] as const,
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`);
  const entries = indexedAddresses(routes).flatMap((path) =>
    locales.map((locale) => `<url><loc>${address(path, locale)}</loc>${alternates(path).join('')}</url>`),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** The plans as on the pricing page, one line each. */
function planLines(text: BuildTexts): string[] {
  const announced = text('landing.prices.announced');
  const untilSold = bySales(`; ${announced}`, '');
  const line = (name: string, rappen: Rappen, sale: string, facts: string[]) =>
    `- ${name}: ${formatPrice(defaultLocale, rappen)} ${text('pricing.per-user-and-month')}${sale}; ${facts.join('; ')}`;
  const offline = (quota: Quota) =>
    quota === 'unlimited'
      ? text('pricing.offline.unlimited')
      : text('pricing.offline.limited', { count: formatNumber(defaultLocale, quota) });
  return [
    ...Object.entries(plans).map(([id, plan]) =>
      line(text(`pricing.plan.${id}`), plan.monthlyRappen, plan.monthlyRappen > 0 ? untilSold : '', [
        text('pricing.online', {
          count: formatNumber(defaultLocale, plan.onlineRequestsPerMonth),
          daily: formatNumber(defaultLocale, requestsPerWorkingDay(plan.onlineRequestsPerMonth)),
        }),
        text('pricing.recording', { minutes: plan.maxOnlineRecordingMinutes }),
        offline(plan.offlineRequestsPerMonth),
      ]),
    ),
    line(
      text('pricing.add-on.title'),
      offlineAddOn.monthlyRappen,
      isSold({ product: 'offline-add-on', months: 1 }) ? untilSold : `; ${announced}`,
      [offline(offlineAddOn.offlineRequestsPerMonth)],
    ),
  ];
}

/** A description of the site for language models: https://llmstxt.org. "Optional" holds what may be left out. */
function llmsText(routes: readonly PageRoute[], text: BuildTexts): string {
  // Of the archive, its list is enough.
  const indexed = routes.filter((route) => route.indexed && !route.about);
  const description = ({ onSaleDescription, ...route }: PageRoute) => {
    const closed = text(descriptionOf(route));
    return onSaleDescription ? bySales(closed, text(onSaleDescription)) : closed;
  };
  const line = (route: PageRoute) => `- [${text(route.title)}](${origin}${route.paths[0]}): ${description(route)}`;
  const isLegal = ({ messages }: PageRoute) => messages.includes('legal');
  const sections = {
    Pages: indexed.filter((route) => !isLegal(route)).map(line),
    [text('pricing.title')]: planLines(text),
    Languages: locales.map((locale) => `- [${localeNames[locale]}](${origin}${localizedPath(paths.landing, locale)})`),
    Optional: indexed.filter(isLegal).map(line),
  };
  return [
    `# Writing Ant\n\n> ${text('landing.description')}\n`,
    ...Object.entries(sections).map(([heading, lines]) => `## ${heading}\n\n${lines.join('\n')}\n`),
  ].join('\n');
}

/** How to report a vulnerability (RFC 9116). The server says until when it is valid. */
function securityText(): string {
  return [
    `Contact: mailto:${operator.supportEmail}`,
    `Expires: ${placeholders.expires}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Policy: ${origin}/.well-known/security-policy.md`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Files that programs read, by their address; `text` is in the default language. */
export function machineFiles(routes: readonly PageRoute[], text: BuildTexts): Record<string, string> {
  return {
    'sitemap.xml': sitemap(routes),
    'robots.txt': `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /downloads/\n\nSitemap: ${origin}/sitemap.xml\n`,
    'llms.txt': llmsText(routes, text),
    '.well-known/security.txt': securityText(),
    '.well-known/security-policy.md': readFileSync('SECURITY.md', 'utf8'),
    // Global Privacy Control is respected: https://www.w3.org/TR/gpc/
    '.well-known/gpc.json': `${JSON.stringify({ gpc: true, lastUpdate: '2025-08-01' })}\n`,
  };
}
