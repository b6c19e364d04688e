import path from 'node:path';
import { developmentClientId, developmentDesktopClientId } from '../../shared/configuration.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { loginRedirectPath, paths } from '../../shared/paths.ts';
import { type Environment, Settings } from '../stand-in.ts';
import { briefCost, fullCost, type PasswordCost } from './passwords.ts';

/** The clients of this provider: the site in development, and the desktop app. */
export const clientId = developmentClientId;
export const desktopClientId = developmentDesktopClientId;

/** The app is a public client of its own; it holds its tokens itself, and no browser does (RFC 8252). */
export const isClientId = (id: string | null | undefined): id is string => id === clientId || id === desktopClientId;

/** `offered`: a mail is sent, and the sign-up goes on at once. `required`: nobody signs in without having confirmed. */
export const emailVerifications = ['offered', 'required'] as const;
type EmailVerification = (typeof emailVerifications)[number];

/** Everything the development login provider must know of its surroundings; read once at start. */
export interface LoginConfig {
  port: number;
  /** The `iss` of every access token of the site. */
  issuer: string;
  /** The site's origin first, then its twin; the origins whose scripts may call (CORS). */
  siteOrigins: readonly [string, ...string[]];
  /** The only addresses a code for the site is sent to, compared byte for byte (RFC 9700, 2.1). */
  redirectUris: readonly string[];
  /** The only addresses a sign-out returns to; the first is the default. */
  logoutAddresses: readonly [string, ...string[]];
  /** Cookies get `Secure` when the site is served over https. */
  secureCookies: boolean;
  /** Absolute; the provider's own folder inside DATA_DIR. */
  folder: string;
  /** Absolute; mail goes there, as the site's does without SMTP. */
  mailFolder: string;
  /** Where the development mail server shows it. */
  inboxAddress: string;
  /** Where this provider is found, for links in mail. */
  ownOrigin: string;
  /** Whether an account can be used before its address is confirmed. */
  emailVerification: EmailVerification;
  /** Life of an access token. */
  tokenSeconds: number;
  /** Opens `/_test/`. */
  testControls: boolean;
  /** What hashing a password costs; little where tests sign in. */
  passwordCost: PasswordCost;
  /** The process without which this one has no reason to run. */
  parentPid?: number;
}

/** Reads and validates all settings together; an empty value counts as unset. Throws one `ExplainedFault`. */
export function readLoginConfig(environment: Environment = process.env): LoginConfig {
  const settings = new Settings(environment);
  const { faults } = settings;
  const sitePort = settings.wholeNumber('PORT', 3000, 65_535);
  const port = settings.wholeNumber('LOGIN_PORT', 3001, 65_535);
  const inboxPort = settings.wholeNumber('MAIL_PORT', 3003, 65_535);
  const tokenSeconds = settings.wholeNumber('LOGIN_TOKEN_SECONDS', 300, 86_400);
  const parentPid = settings.parentPid();
  const testControls = settings.isOn('LOGIN_TEST_CONTROLS');
  const emailVerification = emailVerifications.find(
    (kind) => kind === (settings.find('LOGIN_EMAIL_VERIFICATION') ?? 'offered'),
  );
  if (!emailVerification) faults.push(`LOGIN_EMAIL_VERIFICATION: must be ${emailVerifications.join(' or ')}.`);
  const site = URL.parse(settings.find('SITE_ORIGIN') ?? `http://localhost:${sitePort}`);
  if (!site || !/^https?:$/.test(site.protocol) || site.href !== `${site.origin}/`)
    faults.push('SITE_ORIGIN: give scheme, host and port only, like http://localhost:3000.');
  else if (!isLoopbackHostname(site.hostname))
    faults.push(
      'SITE_ORIGIN: this login provider is for development on one machine; a public address needs a real one.',
    );
  if (port === sitePort) faults.push(`LOGIN_PORT: ${port} is already the port of the site (PORT).`);
  settings.requireFaultless();
  if (!site || !emailVerification) throw new Error('Both have been checked above.');

  const ownOrigin = `http://localhost:${port}`;
  const dataDir = path.resolve(settings.find('DATA_DIR') ?? '.data');
  const siteOrigins = [site.origin, ...twinOrigins(site)] as [string, ...string[]];
  return {
    port,
    ownOrigin,
    issuer: `${ownOrigin}/user_management/${clientId}`,
    siteOrigins,
    redirectUris: siteOrigins.map((origin) => origin + loginRedirectPath),
    logoutAddresses: siteOrigins.map((origin) => origin + paths.loggedOut) as [string, ...string[]],
    secureCookies: site.protocol === 'https:',
    folder: path.join(dataDir, 'login'),
    mailFolder: path.join(dataDir, 'mail'),
    inboxAddress: `http://localhost:${inboxPort}/`,
    emailVerification,
    tokenSeconds,
    testControls,
    passwordCost: testControls ? briefCost : fullCost,
    ...(parentPid && { parentPid }),
  };
}

/** `localhost` and `127.0.0.1` name the same site, and people type either. */
function twinOrigins(site: URL): string[] {
  const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };
  const twin = twins[site.hostname];
  return twin ? [`${site.protocol}//${twin}${site.port && `:${site.port}`}`] : [];
}
