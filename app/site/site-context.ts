import { createContext, use } from 'react';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import type { ShownVersions } from '../documents/shown-versions.ts';
import type { Boot } from './boot.ts';
import type { PageRoute } from './page-route.ts';

/** The page being prerendered, by its address, and the day (`YYYY-MM-DD`, UTC) from which it is shown like this. */
export interface Prerendered {
  path: string;
  day: string;
  /** What the server replaces by the site's own origin. It stands in no script, which would be changed on its way. */
  origin: string;
}

/** What concerns the site as a whole, for components that need it. */
export interface SiteContextValue {
  boot: Boot;
  configuration: SiteConfiguration;
  /** Every page of the site. */
  routes: readonly PageRoute[];
  /** The page at a path, if there is one. */
  findRoute(pathname: string): PageRoute | undefined;
  /** HTML of long texts that have already loaded, by document name. */
  documents: Map<string, string>;
  /** The versions of the legal documents that are shown, and recorded. */
  versions: ShownVersions;
  /** What is being prerendered; undefined in the browser. */
  prerendered: Prerendered | undefined;
  /** Loads the page at an address of this site ahead of a visit. */
  prefetch(address: string): void;
  /** Goes to an address of this site without a reload. */
  navigate(address: string, options?: { replace?: boolean }): void;
}

export const SiteContext = createContext<SiteContextValue | null>(null);

/** The site's context. Throws outside the site. */
export function useSite(): SiteContextValue {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite must be used within the site.');
  return site;
}
