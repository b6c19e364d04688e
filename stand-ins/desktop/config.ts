import path from 'node:path';
import { developmentDesktopClientId } from '../../shared/configuration.ts';
import { type Environment, Settings } from '../stand-in.ts';

/** What the app must know of its surroundings; in the real one it is built in. */
export interface DesktopConfig {
  /** The site and its API. */
  siteOrigin: string;
  loginOrigin: string;
  clientId: string;
  /** Absolute; the app's own folder. */
  folder: string;
  /** Sent with every call. */
  version: string;
  platform: 'windows' | 'macos';
  now: () => number;
}

/** Throws one `ExplainedFault` that names every setting that is wrong. */
export function readDesktopConfig(environment: Environment = process.env): DesktopConfig {
  const settings = new Settings(environment);
  const sitePort = settings.wholeNumber('PORT', 3000, 65_535);
  const loginPort = settings.wholeNumber('LOGIN_PORT', 3001, 65_535);
  const origin = (name: string, standard: string) => {
    const url = URL.parse(settings.find(name) ?? standard);
    if (!url || !/^https?:$/.test(url.protocol)) settings.faults.push(`${name}: this is not an http or https address.`);
    return url?.origin ?? '';
  };
  const siteOrigin = origin('SITE_ORIGIN', `http://localhost:${sitePort}`);
  const loginOrigin = origin('DESKTOP_LOGIN_ORIGIN', `http://localhost:${loginPort}`);
  // A clock that is wrong, to see what the app does about it.
  const hours = Number(settings.find('DESKTOP_CLOCK_HOURS') ?? 0);
  if (!Number.isFinite(hours)) settings.faults.push('DESKTOP_CLOCK_HOURS: this is not a number.');
  settings.requireFaultless();
  return {
    siteOrigin,
    loginOrigin,
    clientId: settings.find('LOGIN_DESKTOP_CLIENT_ID') ?? developmentDesktopClientId,
    folder: path.resolve(settings.find('DESKTOP_DIR') ?? path.join(settings.find('DATA_DIR') ?? '.data', 'desktop')),
    version: settings.find('DESKTOP_VERSION') ?? '1.0.0',
    platform: settings.find('DESKTOP_PLATFORM') === 'macos' ? 'macos' : 'windows',
    now: () => Date.now() + hours * 3_600_000,
  };
}
