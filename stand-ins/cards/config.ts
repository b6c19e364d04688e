import path from 'node:path';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { type Environment, Settings } from '../stand-in.ts';

/** Everything the stand-in for card payments must know of its surroundings; read once at start. */
export interface CardsConfig {
  port: number;
  /** Where its own pages are found. */
  ownOrigin: string;
  /** The only origin that its pages lead back to. */
  siteOrigin: string;
  /** Absolute; its own folder inside DATA_DIR. */
  folder: string;
  /** Opens `/_test/`. */
  testControls: boolean;
  /** The process without which this one has no reason to run. */
  parentPid: number | undefined;
}

/** Reads and validates all settings together; an empty value counts as unset. Throws one `ExplainedFault`. */
export function readCardsConfig(environment: Environment = process.env): CardsConfig {
  const settings = new Settings(environment);
  const sitePort = settings.wholeNumber('PORT', 3000, 65_535);
  const port = settings.wholeNumber('CARDS_PORT', 3004, 65_535);
  const parentPid = settings.parentPid();
  const testControls = settings.isOn('CARDS_TEST_CONTROLS');
  const site = URL.parse(settings.find('SITE_ORIGIN') ?? `http://localhost:${sitePort}`);
  if (!site || !/^https?:$/.test(site.protocol) || site.href !== `${site.origin}/`)
    settings.faults.push('SITE_ORIGIN: give scheme, host and port only, like http://localhost:3000.');
  else if (!isLoopbackHostname(site.hostname))
    settings.faults.push('SITE_ORIGIN: these card payments are for development on one machine only.');
  if (port === sitePort) settings.faults.push(`CARDS_PORT: ${port} is already the port of the site (PORT).`);
  settings.requireFaultless();
  return {
    port,
    ownOrigin: `http://localhost:${port}`,
    siteOrigin: site!.origin,
    folder: path.join(path.resolve(settings.find('DATA_DIR') ?? '.data'), 'cards'),
    testControls,
    parentPid,
  };
}
