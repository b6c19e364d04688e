import type { SettingsReader } from './settings-reader.ts';
import type { SiteConfig } from './site.ts';

/** Where VAT numbers are asked for. */
export interface VatConfig {
  /** Of the register's REST interface. */
  registerUrl: string;
  /** The port of the stand-in of this machine; undefined where another register is asked. */
  standInPort?: number;
}

/** The register of the European Commission (VIES). */
const registerUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

/** A public address asks the register itself, and so does any other that names it; on one machine, the stand-in answers. */
export function readVat(settings: SettingsReader, { isPublic, port }: SiteConfig): VatConfig {
  const standInPort = settings.port('VIES_PORT', 3005);
  const given = settings.findHttpUrl('VIES_API_URL')?.href.replace(/\/$/, '');
  if (given && isPublic && !given.startsWith('https:'))
    settings.fault('VIES_API_URL', 'must start with https:// when the site has a public address.');
  if (given || isPublic) return { registerUrl: given ?? registerUrl };
  if (standInPort === port) settings.fault('VIES_PORT', `${port} is already the port of the site (PORT).`);
  return { registerUrl: `http://127.0.0.1:${standInPort}`, standInPort };
}
