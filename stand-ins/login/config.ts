import path from 'node:path';
import { developmentClientId } from '../../shared/configuration.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { loginRedirectPath, paths } from '../../shared/paths.ts';

/** The one client of this provider: the site in development. */
export const clientId = developmentClientId;

/** `offered`: a mail is sent, and the sign-up goes on at once. `required`: nobody signs in without having confirmed. */
export const emailVerifications = ['offered', 'required'] as const;
export type EmailVerification = (typeof emailVerifications)[number];

/** Everything the development login provider must know of its surroundings; read once at start. */
export interface LoginConfig {
  port: number;
  /** The `iss` of every access token. */
  issuer: string;
  /** The site's origin first, then its twin; the origins whose scripts may call (CORS). */
  siteOrigins: readonly [string, ...string[]];
  /** The only addresses a code is sent to, compared byte for byte (RFC 9700, 2.1). */
  redirectUris: readonly string[];
  /** The only addresses a sign-out returns to; the first is the default. */
  logoutAddresses: readonly [string, ...string[]];
  /** Cookies get `Secure` when the site is served over https. */
  secureCookies: boolean;
  /** Absolute; the provider's own folder inside DATA_DIR. */
  folder: string;
  /** Absolute; mail goes there, as the site's does without SMTP. */
  mailFolder: string;
  /** Where this provider is found, for links in mail. */
  ownOrigin: string;
  /** Whether an account can be used before its address is confirmed. */
  emailVerification: EmailVerification;
  /** Life of an access token. */
  tokenSeconds: number;
  /** Opens `/_test/`. */
  testControls: boolean;
  /** The process without which this one has no reason to run. */
  parentPid?: number;
}

/** Names every setting that is wrong, one line each. */
export class LoginConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'LoginConfigError';
  }
}

/** Reads and validates all settings together; an empty value counts as unset. Throws one `LoginConfigError`. */
export function readLoginConfig(environment: Readonly<Record<string, string | undefined>> = process.env): LoginConfig {
  const faults: string[] = [];
  const find = (name: string) => environment[name]?.trim() || undefined;
  const wholeNumber = (name: string, standard: number, max: number): number => {
    const text = find(name);
    if (text === undefined) return standard;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max) faults.push(`${name}: "${text}" is not a whole number from 1 to ${max}.`);
    return value;
  };

  const sitePort = wholeNumber('PORT', 3000, 65_535);
  const port = wholeNumber('LOGIN_PORT', 3001, 65_535);
  const tokenSeconds = wholeNumber('LOGIN_TOKEN_SECONDS', 300, 86_400);
  const parentPid = find('PARENT_PID') === undefined ? undefined : wholeNumber('PARENT_PID', 1, 2 ** 31);
  const controls = find('LOGIN_TEST_CONTROLS');
  if (controls !== undefined && controls !== '0' && controls !== '1')
    faults.push('LOGIN_TEST_CONTROLS: must be 1, or left out.');
  const emailVerification = emailVerifications.find((kind) => kind === (find('LOGIN_EMAIL_VERIFICATION') ?? 'offered'));
  if (!emailVerification) faults.push(`LOGIN_EMAIL_VERIFICATION: must be ${emailVerifications.join(' or ')}.`);
  const site = URL.parse(find('SITE_ORIGIN') ?? `http://localhost:${sitePort}`);
  if (!site || !/^https?:$/.test(site.protocol) || site.href !== `${site.origin}/`)
    faults.push('SITE_ORIGIN: give scheme, host and port only, like http://localhost:3000.');
  else if (!isLoopbackHostname(site.hostname))
    faults.push(
      'SITE_ORIGIN: this login provider is for development on one machine; a public address needs a real one.',
    );
  if (port === sitePort) faults.push(`LOGIN_PORT: ${port} is already the port of the site (PORT).`);
  if (faults.length || !site || !emailVerification) throw new LoginConfigError(faults);

  const ownOrigin = `http://localhost:${port}`;
  const dataDir = path.resolve(find('DATA_DIR') ?? '.data');
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
    emailVerification,
    tokenSeconds,
    testControls: controls === '1',
    ...(parentPid && { parentPid }),
  };
}

/** `localhost` and `127.0.0.1` name the same site, and people type either. */
function twinOrigins(site: URL): string[] {
  const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };
  const twin = twins[site.hostname];
  return twin ? [`${site.protocol}//${twin}${site.port && `:${site.port}`}`] : [];
}
