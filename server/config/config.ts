import { type KeyObject, randomBytes } from 'node:crypto';
import path from 'node:path';
import { operator } from '../../shared/business/company.ts';
import { imprint } from '../../shared/business/imprint.ts';
import type { SalesAudience } from '../../shared/business/sales.ts';
import { workAsOwnerOf } from '../data-folder-owner.ts';
import { isThere } from '../file-access.ts';
import { type DesktopConfig, readDesktop } from './app-access.ts';
import { type BackupConfig, readBackup } from './backup.ts';
import { type CardsConfig, readCards } from './cards.ts';
import { type DatabaseConfig, readDatabase } from './database.ts';
import { keepEntitlementKey, makeEntitlementKey, readEntitlementKeys } from './entitlement-key.ts';
import { listFictionalFacts } from './fictional-facts.ts';
import { legalFolder, listFictionalVersions } from './legal-texts.ts';
import { type FormerLinkSecret, keepLinkSecret, linkSecretBytes, readLinkSecrets } from './link-secret.ts';
import { type LoginConfig, readLogin } from './login.ts';
import { type MailConfig, readMail } from './mail.ts';
import { type ReleasesConfig, readReleases } from './releases.ts';
import { readSales } from './sales.ts';
import { type Environment, SettingsReader } from './settings-reader.ts';
import { readSite, type SiteConfig } from './site.ts';
import { readText, type TextConfig } from './text.ts';
import { readVat, type VatConfig } from './vat.ts';
import { version } from './version.ts';

/** Everything the server must know about its surroundings; read once at startup and then passed down. */
export interface Config extends SiteConfig, DatabaseConfig, BackupConfig {
  /** Absolute. */
  dataDir: string;
  login: LoginConfig;
  desktop: DesktopConfig;
  mail: MailConfig;
  /** Missing where nobody can pay by card. */
  cards?: CardsConfig;
  releases: ReleasesConfig;
  /** To whom is sold. */
  salesOpen: readonly SalesAudience[];
  text: TextConfig;
  vat: VatConfig;
  /** Signs links; at least 32 bytes. */
  linkSecret: Buffer;
  /** Older secrets that still verify links. */
  formerLinkSecrets: readonly FormerLinkSecret[];
  /** Signs entitlements of the desktop app (Ed25519). */
  entitlementKey: KeyObject;
  /** Older ones, whose entitlements are still good. */
  formerEntitlementKeys: readonly KeyObject[];
  logLevel: (typeof logLevels)[number];
  /** The legal texts in all their versions. */
  legalFolder: string;
  /** The version of this software (version.ts). */
  version: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Names every setting that is wrong, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

interface ReadConfigOptions {
  /** Facts that are checked before a public address is served. */
  operatorFacts?: object;
  /** Legal texts that are checked, too, by whoever is about to serve them. */
  servedLegalTexts?: { folder: string; today?: Date };
  /**
   * Finds the secret where LINK_SECRET may be omitted; without it, a new one is generated that is not stored anywhere.
   */
  keptLinkSecret?: (dataDir: string) => Buffer;
  /** The same for ENTITLEMENT_SIGNING_KEY. */
  keptEntitlementKey?: (dataDir: string) => KeyObject;
}

/**
 * Reads and validates all settings together. Touches neither disk nor network, except through `options.kept…`. Throws one `ConfigError` that names every fault.
 */
export function readConfig(environment: Environment, options: ReadConfigOptions = {}): Config {
  const settings = new SettingsReader(environment);
  const site = readSite(settings);
  const { isPublic } = site;
  const dataDir = findDataFolder(settings);
  const { linkSecret, formerLinkSecrets } = readLinkSecrets(settings, isPublic);
  const login = readLogin(settings, site);
  const [entitlementKey, ...formerEntitlementKeys] = readEntitlementKeys(
    settings,
    isPublic && Boolean(login.desktop) && !login.standIn,
  );
  const cards = readCards(settings, site);
  const config = {
    ...site,
    dataDir,
    ...readDatabase(settings, isPublic),
    ...readBackup(settings),
    login,
    desktop: readDesktop(settings, site),
    mail: readMail(settings, isPublic),
    ...(cards && { cards }),
    releases: readReleases(settings, isPublic, dataDir),
    salesOpen: readSales(settings),
    text: readText(settings, site),
    vat: readVat(settings, site),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    legalFolder,
    version,
  };
  if (isPublic)
    for (const fact of listFictionalFacts(options.operatorFacts ?? operator))
      settings.fault(
        `operator.${fact}`,
        `still fictional; put the real one into shared/business/${fact in imprint ? 'imprint' : 'company'}.ts.`,
      );
  if (isPublic && options.servedLegalTexts) requireOwnTexts(settings, options.servedLegalTexts);
  if (settings.faults.length) throw new ConfigError(settings.faults);
  return {
    ...config,
    formerLinkSecrets,
    formerEntitlementKeys,
    entitlementKey: entitlementKey ?? options.keptEntitlementKey?.(dataDir) ?? makeEntitlementKey(),
    linkSecret: linkSecret ?? options.keptLinkSecret?.(dataDir) ?? randomBytes(linkSecretBytes),
  };
}

/** Nobody is served contracts of a company that does not exist. */
function requireOwnTexts(settings: SettingsReader, { folder, today }: { folder: string; today?: Date }): void {
  const fictional = listFictionalVersions(folder, today);
  for (const { document, version, locales, names } of fictional)
    settings.fault(`content/legal/${document}/${version}`, `in ${locales.join(', ')}: names ${names.join(', ')}.`);
  if (fictional.length)
    settings.fault(
      'content/legal',
      'these texts name a company that does not exist. With the real facts in shared/business, ' +
        'node_modules/.bin/node server/operator/main.ts legal found writes your own; then build the site.',
    );
}

/**
 * The configuration of this process, which from here on runs as the owner of its data folder. Nothing else reads its environment. A
 * command makes no folder where there is none (`isCommand`).
 */
export function loadConfig({
  isCommand = false,
  ...options
}: Pick<ReadConfigOptions, 'servedLegalTexts'> & { isCommand?: boolean } = {}): Config {
  const dataDir = findDataFolder(new SettingsReader(process.env));
  workAsOwnerOf(dataDir);
  if (isCommand && !isThere(dataDir)) return readConfig(process.env, options);
  return readConfig(process.env, {
    ...options,
    keptLinkSecret: keepLinkSecret,
    keptEntitlementKey: keepEntitlementKey,
  });
}

const findDataFolder = (settings: SettingsReader): string => path.resolve(settings.find('DATA_DIR') ?? '.data');
