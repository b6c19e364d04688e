import { developmentCardsKey, developmentWebhookSecret } from '../../shared/configuration.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SiteConfig } from './site.ts';

/** Where cards are charged. */
export interface CardsConfig {
  secretKey: string;
  /** Signs what the provider tells us. */
  webhookSecret: string;
  /** The provider's interface: its own address, or that of a stand-in. */
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
  /** True when the provider is the stand-in of this machine. */
  standIn: boolean;
  standInPort: number;
}

/**
 * The provider of card payments: the real one when STRIPE_SECRET_KEY is set, otherwise the stand-in; undefined at a
 * public address without a key, where nobody can pay by card.
 */
export function readCards(settings: SettingsReader, site: SiteConfig): CardsConfig | undefined {
  const standInPort = settings.port('CARDS_PORT', 3004);
  const group = settings.findGroup(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const host = readHost(settings);
  if (!group) {
    if (host) settings.fault('STRIPE_API_HOST', 'needs STRIPE_SECRET_KEY.');
    if (site.isPublic) return undefined;
    if (standInPort === site.port)
      settings.fault('CARDS_PORT', `${standInPort} is already the port of the site (PORT).`);
    return {
      secretKey: developmentCardsKey,
      webhookSecret: developmentWebhookSecret,
      host: 'localhost',
      port: standInPort,
      protocol: 'http',
      standIn: true,
      standInPort,
    };
  }
  if (site.isPublic && !/^[rs]k_live_/.test(group.STRIPE_SECRET_KEY))
    settings.fault('STRIPE_SECRET_KEY', 'a public address needs a live key: plans would be had for nothing.');
  if (site.isPublic && host) settings.fault('STRIPE_API_HOST', 'leave it out at a public address.');
  return {
    secretKey: group.STRIPE_SECRET_KEY,
    webhookSecret: group.STRIPE_WEBHOOK_SECRET,
    ...host,
    standIn: false,
    standInPort,
  };
}

/** `hostname` or `hostname:port`; without TLS only on this machine. */
function readHost(settings: SettingsReader): Pick<CardsConfig, 'host' | 'port' | 'protocol'> | undefined {
  const text = settings.find('STRIPE_API_HOST');
  if (!text) return undefined;
  const url = /^[a-z\d.-]+(:\d+)?$/i.test(text) ? URL.parse(`https://${text}`) : null;
  if (!url) {
    settings.fault('STRIPE_API_HOST', `"${text}" is not a host name; leave out the scheme and the path.`);
    return undefined;
  }
  return {
    host: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    protocol: isLoopbackHostname(url.hostname) ? 'http' : 'https',
  };
}
