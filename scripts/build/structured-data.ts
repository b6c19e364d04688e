import type { PageRoute } from '../../app/site/page-route.ts';
import { titleOf } from '../../app/site/page-titles.ts';
import { placeholders } from '../../shared/configuration.ts';
import type { Locale } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { organization, publisher } from './structured-data/organization.ts';
import { questions } from './structured-data/questions.ts';
import { software } from './structured-data/software.ts';
import type { DescribedPage, Thing } from './structured-data/thing.ts';
import { findVideo } from './structured-data/video.ts';

const origin = placeholders.siteOrigin;
const siteName = 'Writing Ant';

function webSite(locale: Locale): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: siteName,
    url: `${origin}${localizedPath(paths.landing, locale)}`,
    inLanguage: locale,
    publisher,
  };
}

/** From the product to the page. "Legal", which is between them on the page, has no address of its own. */
function breadcrumb({ route, locale, text }: DescribedPage): Thing {
  const items = [
    { name: siteName, path: paths.landing },
    { name: titleOf(route, text), path: route.paths[0]! },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${localizedPath(path, locale)}`,
    })),
  };
}

/** True for the demo page and for legal pages, which are recognised by their messages. */
const showsBreadcrumb = ({ id, messages }: PageRoute) => id === 'demo' || messages.includes('legal');

function thingsOn(page: DescribedPage): Thing[] {
  const { route, locale, text } = page;
  const video = findVideo(page);
  return [
    ...(['landing', 'contact', 'impressum'].includes(route.id) ? [organization(locale)] : []),
    ...(route.id === 'landing' ? [webSite(locale), software(locale, text, { fourMonths: false })] : []),
    ...(route.id === 'pricing' ? [software(locale, text, { fourMonths: true }), questions(locale, text)] : []),
    ...(showsBreadcrumb(route) ? [breadcrumb(page)] : []),
    ...(video ? [video] : []),
  ];
}

/**
 * What search engines may know about a page beyond its text, as JSON-LD (https://schema.org): only things that the page
 * shows. None for pages that are not indexed and for pages that show nothing of the kind.
 */
export function findStructuredData(page: DescribedPage): string | undefined {
  if (!page.route.indexed) return undefined;
  const things = thingsOn(page);
  return things.length > 0 ? JSON.stringify({ '@context': 'https://schema.org', '@graph': things }) : undefined;
}
