import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { versionsInForce } from '../../content/legal/in-force.ts';
import { kindOf } from '../../shared/address-kinds.ts';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { defaultLocale, isLocale, type Locale, locales } from '../../shared/locales.ts';
import { redirects } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { hashOfCompany } from '../config/legal-texts.ts';
import { decideFileAnswer } from '../http/file-conditions.ts';
import { contentSecurityPolicy, securityHeadersOf } from '../http/security-headers.ts';
import { type BuiltPage, readBuiltSite } from './built-site.ts';
import { ReadyFile } from './ready-file.ts';
import { hasSessionSign, sessionHint } from './session-hint.ts';
import type { ServedFile, SiteFile } from './site-file.ts';

const cacheForever = 'public, max-age=31536000, immutable';
const cacheButAsk = 'no-cache';

/** Answers with the not-found page in the language of the request. */
export type SendNotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/**
 * Serves the built site in `directory` from memory, each address as a route of its own: there is no file system path to
 * traverse. Throws, saying what to do, when the site has not been built.
 */
export function serveSite(
  app: FastifyInstance,
  config: Config,
  directory: string,
  clock: () => Date,
): SendNotFoundPage {
  const site = readBuiltSite(directory, config, (now) => siteConfiguration(config, now));
  if (config.isPublic && site.companyHash !== hashOfCompany())
    throw new Error(
      `The built site in ${directory} shows other legal texts or other facts of the company than this folder has. ` +
        'Build it again: node_modules/.bin/node scripts/build/build-site.ts.',
    );
  const policy = contentSecurityPolicy(config, site.scriptHashes, [site.styleHash]);
  const policyOfDocuments = contentSecurityPolicy(config, site.scriptHashes, []);
  const securityHeaders = securityHeadersOf(config);
  const hint = sessionHint(config, site.sessionScripts);
  const readyPage = (page: BuiltPage, status: 200 | 404 = 200) => {
    const headers = {
      ...securityHeaders('page'),
      'content-security-policy': policy,
      'cache-control': cacheButAsk,
      vary: 'accept-encoding, cookie',
    };
    const inLocale = (locale: Locale) =>
      readyAt(page[locale], (file) => ({
        plain: new ReadyFile(file, { headers, status }),
        // A browser caches the hint with the page; after signing out, it must get the page without it.
        hinting: new ReadyFile(file, { headers: { link: hint, ...headers }, status, etagSuffix: '-session' }),
      }));
    const ready = Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)])) as Record<
      Locale,
      ReturnType<typeof inLocale>
    >;
    return (request: FastifyRequest, reply: FastifyReply) =>
      ready[localeOf(request)](clock())[hasSessionSign(request) ? 'hinting' : 'plain'].send(request, reply);
  };

  for (const [address, page] of site.pages) {
    app.get(address, readyPage(page));
    app.get(`${address}/`, (request, reply) => redirect(request, reply, address));
  }
  for (const [address, target] of Object.entries(redirects)) {
    app.get(address, (request, reply) => redirect(request, reply, target));
    if (address !== '/') app.get(`${address}/`, (request, reply) => redirect(request, reply, target));
  }
  for (const [address, file] of site.files) {
    const kind = kindOf(address);
    const cacheControl = kind === 'hashed-file' ? cacheForever : cacheButAsk;
    const ready = readyAt(file, (each) => {
      const policyOfFile = each.mediaType.startsWith('text/html') && { 'content-security-policy': policyOfDocuments };
      const headers = { ...securityHeaders(kind, address), ...policyOfFile, 'cache-control': cacheControl };
      return new ReadyFile(each, { headers: { ...headers, vary: 'accept-encoding' } });
    });
    app.get(address, (request, reply) => {
      const now = clock();
      const current = file.at(now);
      if (current.isCompressible) return ready(now).send(request, reply);
      return sendMedia(current, request, reply.header('cache-control', cacheControl));
    });
  }
  return readyPage(site.notFoundPage, 404);
}

/** The result of `make` for the file served at a given time, made once for each file. */
function readyAt<Ready>(file: ServedFile, make: (file: SiteFile) => Ready): (now: Date) => Ready {
  let made: { of: SiteFile; ready: Ready } | undefined;
  return (now) => {
    const current = file.at(now);
    if (made?.of !== current) made = { of: current, ready: make(current) };
    return made.ready;
  };
}

/** What pages served at `now` are told about the service that `config` describes. */
export function siteConfiguration({ login, apiBaseUrl, salesOpen }: Config, now: Date): SiteConfiguration {
  return {
    loginClientId: login.clientId,
    loginApiHostname: login.apiHostname,
    ...(login.port && { loginPort: login.port }),
    loginHttps: login.https,
    apiBaseUrl,
    standIns: login.standIn,
    salesOpen,
    documentVersions: versionsInForce(now),
  };
}

/**
 * `?lang=`: an entry for links and search engines. Of several, the first counts, as in the page's own script. An address
 * that cannot be decoded comes without its query.
 */
function localeOf({ query, url }: FastifyRequest): Locale {
  const { lang } = (query ?? { lang: new URLSearchParams(url.split('?')[1]).getAll('lang') }) as { lang?: unknown };
  const first = Array.isArray(lang) ? lang[0] : lang;
  return isLocale(first) ? first : defaultLocale;
}

/** With the query string. Permanent, but revalidated: a browser would cache a wrong one forever. */
function redirect(request: FastifyRequest, reply: FastifyReply, target: string): FastifyReply {
  const query = request.url.indexOf('?');
  reply.header('cache-control', cacheButAsk);
  return reply.redirect(query === -1 ? target : target + request.url.slice(query), 308);
}

/** Pictures, fonts and films; players fetch a film in parts (RFC 9110, section 14). */
async function sendMedia(file: SiteFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { body, etag } = await file.represent('identity');
  const decision = decideFileAnswer(request, { etag, sizeBytes: body.length });
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (decision === 'not-modified') return reply.code(304).send();
  const { first, last, isPartial } = decision;
  if (isPartial) reply.code(206).header('content-range', `bytes ${first}-${last}/${body.length}`);
  return reply.type(file.mediaType).send(isPartial ? body.subarray(first, last + 1) : body);
}
