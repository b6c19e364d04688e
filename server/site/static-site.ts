import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOf } from '../../shared/address-kinds.ts';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { defaultLocale, isLocale, type Locale } from '../../shared/locales.ts';
import { redirects } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { chooseEncoding, matchesEtag } from '../http/content-encoding.ts';
import { decideFileAnswer } from '../http/file-conditions.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { type BuiltPage, readBuiltSite } from './built-site.ts';
import { DatedFile } from './dated-file.ts';
import { sessionHinter } from './session-hint.ts';
import type { SiteFile } from './site-file.ts';

const cacheForever = 'public, max-age=31536000, immutable';
const cacheButAsk = 'no-cache';

/** Answers with the not-found page in the language of the request. */
export type SendNotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built site in `directory` from memory, each address as a route of its own: there is no path to a file
 * system to be walked up. Throws, saying what to do, when the site has not been built.
 */
export function serveSite(
  app: FastifyInstance,
  config: Config,
  directory: string,
  clock: () => Date,
): SendNotFoundPage {
  const site = readBuiltSite(directory, config.siteOrigin, siteConfiguration(config));
  const policy = contentSecurityPolicy(config, site.scriptHashes, [site.styleHash]);
  const policyOfDocuments = contentSecurityPolicy(config, site.scriptHashes, []);
  const hintOf = sessionHinter(config, site.sessionScripts);
  const sendPage = (page: BuiltPage) => (request: FastifyRequest, reply: FastifyReply) => {
    const hint = hintOf(request);
    if (hint) reply.header('link', hint);
    reply.headers({ 'content-security-policy': policy, 'cache-control': cacheButAsk });
    // A browser keeps the hint with the page; after signing out, it has to get the page that has none.
    const variant = { vary: 'accept-encoding, cookie', etagSuffix: hint ? '-session' : '' };
    return sendFile(page[localeOf(request)], request, reply, variant);
  };

  for (const [address, page] of site.pages) {
    app.get(address, sendPage(page));
    app.get(`${address}/`, (request, reply) => redirect(request, reply, address));
  }
  for (const [address, target] of Object.entries(redirects)) {
    app.get(address, (request, reply) => redirect(request, reply, target));
    if (address !== '/') app.get(`${address}/`, (request, reply) => redirect(request, reply, target));
  }
  for (const [address, file] of site.files) {
    const cacheControl = kindOf(address) === 'hashed-file' ? cacheForever : cacheButAsk;
    app.get(address, (request, reply) => {
      const current = file instanceof DatedFile ? file.at(clock()) : file;
      if (current.mediaType.startsWith('text/html')) reply.header('content-security-policy', policyOfDocuments);
      return sendFile(current, request, reply.header('cache-control', cacheControl));
    });
  }
  const sendNotFoundPage = sendPage(site.notFoundPage);
  return (request, reply) => sendNotFoundPage(request, reply.code(404));
}

/** What pages are told of the service that `config` describes. */
export function siteConfiguration({ login, apiBaseUrl }: Config): SiteConfiguration {
  return {
    loginClientId: login.clientId,
    loginApiHostname: login.apiHostname,
    ...(login.port && { loginPort: login.port }),
    loginHttps: login.https,
    apiBaseUrl,
    standIns: login.standIn,
  };
}

/** `?lang=`: an entry for links and search engines. Of several the first counts, as in the page's own script. */
function localeOf(request: FastifyRequest): Locale {
  const [lang] = [(request.query as { lang?: unknown }).lang].flat();
  return isLocale(lang) ? lang : defaultLocale;
}

/** With the query string kept. Permanent, but asked again: a browser would keep a wrong one forever. */
function redirect(request: FastifyRequest, reply: FastifyReply, target: string): FastifyReply {
  const query = request.url.indexOf('?');
  reply.header('cache-control', cacheButAsk);
  return reply.redirect(query === -1 ? target : target + request.url.slice(query), 308);
}

async function sendFile(
  file: SiteFile,
  request: FastifyRequest,
  reply: FastifyReply,
  { vary, etagSuffix } = { vary: 'accept-encoding', etagSuffix: '' },
): Promise<FastifyReply> {
  const { body, encoding, etag: ownEtag } = await file.represent(chooseEncoding(request.headers['accept-encoding']));
  const etag = ownEtag.replace(/"$/, `${etagSuffix}"`);
  if (!file.isCompressible && reply.statusCode === 200) return sendMedia(file, body, etag, request, reply);
  if (file.isCompressible) reply.header('vary', vary);
  if (reply.statusCode === 200) {
    reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.mediaType).send(body);
}

/** Pictures, fonts and films; players fetch a film part by part (RFC 9110, section 14). */
function sendMedia(
  { mediaType }: SiteFile,
  body: Buffer,
  etag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const decision = decideFileAnswer(request, { etag, sizeBytes: body.length });
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (decision === 'not-modified') return reply.code(304).send();
  const { first, last, isPartial } = decision;
  if (isPartial) reply.code(206).header('content-range', `bytes ${first}-${last}/${body.length}`);
  return reply.type(mediaType).send(isPartial ? body.subarray(first, last + 1) : body);
}
