import { isLoopbackHostname } from '../../shared/loopback.ts';
import { type Environment, Settings } from '../stand-in.ts';

/** Where the development register listens, and the process without which it has no reason to run. */
export function readViesConfig(environment: Environment = process.env) {
  const settings = new Settings(environment);
  const port = settings.wholeNumber('VIES_PORT', 3005, 65_535);
  const site = URL.parse(settings.find('SITE_ORIGIN') ?? 'http://localhost');
  if (!site || !isLoopbackHostname(site.hostname))
    settings.faults.push('SITE_ORIGIN: this register is for development on one machine; it knows no real number.');
  const parentPid = settings.parentPid();
  settings.requireFaultless();
  return { port, parentPid };
}
