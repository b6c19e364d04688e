import { readSemanticVersion } from '../../shared/semantic-version.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SiteConfig } from './site.ts';

/** From where, and with which versions, the desktop app may be used. */
export interface DesktopConfig {
  /** The oldest version that is served, `major.minor.patch`. */
  minimumVersion: string;
  /** ISO 3166-1 alpha-2; empty where what people declare decides alone. */
  blockedCountries: readonly string[];
  /** The header in which a trusted proxy names the country of an address, in lower case. */
  countryHeader?: string;
}

export function readDesktop(settings: SettingsReader, site: SiteConfig): DesktopConfig {
  const minimumVersion = settings.find('DESKTOP_MINIMUM_VERSION') ?? '0.0.0';
  if (!isReleaseVersion(minimumVersion))
    settings.fault('DESKTOP_MINIMUM_VERSION', `"${minimumVersion}" is not a version like 1.2.0.`);
  const blockedCountries = settings.list('BLOCKED_COUNTRIES').map((code) => code.toUpperCase());
  for (const code of blockedCountries)
    if (!/^[A-Z]{2}$/.test(code)) settings.fault('BLOCKED_COUNTRIES', `"${code}" is not a country code like CU.`);
  const countryHeader = settings.find('COUNTRY_HEADER')?.toLowerCase();
  if (blockedCountries.length && !countryHeader)
    settings.fault('COUNTRY_HEADER', 'needed with BLOCKED_COUNTRIES: the header in which the proxy names the country.');
  // Whoever reaches the server directly could name any country.
  if (blockedCountries.length && !site.trustedProxies.length)
    settings.fault('TRUSTED_PROXIES', 'needed with BLOCKED_COUNTRIES: the proxy that names the country.');
  return { minimumVersion, blockedCountries, ...(countryHeader && { countryHeader }) };
}

const isReleaseVersion = (text: string) => /^[\d.]+$/.test(text) && readSemanticVersion(text) !== undefined;
