import { type RefObject, Suspense, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { redirects } from '../../shared/paths.ts';
import { AuthKitProvider } from '../account/session/auth-kit-provider.tsx';
import type { SessionStore } from '../account/session/session-store.ts';
import { createConsent } from '../consent/consent.ts';
import { ConsentContext } from '../consent/consent-context.ts';
import { createShownVersions } from '../documents/shown-versions.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { createCatalogue } from '../messages/catalogue.ts';
import { MessagesContext } from '../messages/messages-context.ts';
import { useMessages } from '../messages/use-messages.ts';
import { arrive, pathStore, travel } from '../navigation/journey.ts';
import { usePath } from '../navigation/use-path.ts';
import type { Boot } from './boot.ts';
import { forgetFailedLoads, type LazyPage, lazyPage } from './lazy-page.tsx';
import { FramePlace, PagePlace } from './page-place.tsx';
import type { PageRoute } from './page-route.ts';
import { PageSpinner } from './page-spinner.tsx';
import { tabTitleOf } from './page-titles.ts';
import { hasSignal, onceInteractive, takeOver } from './root-signals.ts';
import { findRoute, notFoundRoute, routes } from './routes.ts';
import { type Prerendered, SiteContext, type SiteContextValue } from './site-context.ts';

interface ArrivalProps {
  route: PageRoute;
  page: LazyPage;
  /** Remembers which page is shown. */
  shown: RefObject<string>;
}

/** Shows a page once it and its messages have loaded. */
function Arrival(props: ArrivalProps) {
  // No hook may follow: when React retries after suspending, the page is ready, and a skipped `use` confuses it.
  if (!props.page.isReady()) use(props.page.preload());
  return <ArrivedPage {...props} />;
}

/** Sets the title of a page and finishes the navigation that led to it. */
function ArrivedPage({ route, page, shown }: ArrivalProps) {
  const { text } = useMessages();
  const journey = useSyncExternalStore(pathStore.subscribe, pathStore.journeys, () => 0);
  const title = tabTitleOf(route, text);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    shown.current = route.id;
  }, [route, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every journey is an arrival, also one to the same page
  useEffect(arrive, [journey]);
  useEffect(takeOver, []);
  return <page.Page />;
}

/** The page at the present address. */
function CurrentPage({ pages, missing }: { pages: Map<PageRoute, LazyPage>; missing: unknown }) {
  const route = findRoute(usePath()) ?? notFoundRoute;
  const page = pages.get(route)!;
  const shown = useRef(route.id);
  return (
    <PagePlace routeId={route.id} shown={shown} missing={missing}>
      <Suspense key={route.id} fallback={<PageSpinner />}>
        <Arrival route={route} page={page} shown={shown} />
      </Suspense>
    </PagePlace>
  );
}

/** `address` of this site, after following its redirect. */
function resolve(address: string): URL {
  const url = new URL(address, location.href);
  url.pathname = redirects[url.pathname] ?? url.pathname;
  // An address only keeps its language where nothing can be stored (app/site/inline/language.ts).
  const kept = new URLSearchParams(location.search).get('lang');
  if (kept) url.searchParams.set('lang', kept);
  return url;
}

/** The whole site for one page load: one language, one catalogue, one session. */
export function createApp(
  boot: Boot,
  configuration: SiteConfiguration,
  documents: Map<string, string>,
  session: SessionStore,
  prerendered?: Prerendered,
) {
  const catalogue = createCatalogue(boot);
  const versions = createShownVersions(configuration.documentVersions);
  const pages = new Map<PageRoute, LazyPage>(
    [...routes, notFoundRoute].map((route) => [
      route,
      lazyPage(async () => {
        const [module] = await Promise.all([route.load(), ...route.messages.map((file) => catalogue.load(file))]);
        return module;
      }),
    ]),
  );
  const pageAt = ({ pathname }: URL) => pages.get(findRoute(pathname) ?? notFoundRoute)!;

  const site: SiteContextValue = {
    boot,
    configuration,
    routes,
    findRoute,
    documents,
    versions,
    prerendered,
    prefetch: (address) => pageAt(resolve(address)).preload(),
    navigate: (address, options) => {
      const url = resolve(address);
      // A page of another day: texts, links and sentences of today come with a new one.
      if (versions.areNewer()) return location[options?.replace ? 'replace' : 'assign'](url);
      const move = () => travel(url, options);
      // A visit retries what failed to load ahead of it.
      forgetFailedLoads();
      // A page that has already loaded slides in; one that must be fetched shows the spinner at once.
      const slides = url.pathname !== location.pathname && pageAt(url).isReady();
      if (!slides || !document.startViewTransition) return move();
      // A visitor who moves on before the page has slid in ends the transition. That is not a fault.
      document.startViewTransition(() => flushSync(move)).ready.catch(() => {});
    },
  };

  session.joinPage({
    navigate(address, options) {
      // The session may be found before the prerendered page is hydrated, and that page must be hydrated as it is.
      if (hasSignal('interactive')) site.navigate(address, options);
      else onceInteractive(() => site.navigate(address, options));
    },
    flush: flushSync,
  });

  const consent = createConsent(async () => {
    const { createConsentStore } = await import('../consent/consent-store.ts');
    const visit = {
      apiBaseUrl: configuration.apiBaseUrl,
      locale: boot.locale,
      countedPage: () => findRoute(location.pathname)?.paths[0] ?? 'other',
      followPath: pathStore.subscribe,
    };
    return createConsentStore(visit, versions);
  });

  /** `missing` says why the code of the page that was sent is not here. */
  function App({ missing = null }: { missing?: unknown }) {
    useEffect(consent.begin, []);
    return (
      <MessagesContext value={catalogue}>
        <SiteContext value={site}>
          <ConsentContext value={consent}>
            <AuthKitProvider store={session}>
              <FramePlace>
                <PageFrame>
                  <CurrentPage pages={pages} missing={missing} />
                </PageFrame>
              </FramePlace>
            </AuthKitProvider>
          </ConsentContext>
        </SiteContext>
      </MessagesContext>
    );
  }

  return { App, preload: () => pageAt(new URL(location.href)).preload() };
}
