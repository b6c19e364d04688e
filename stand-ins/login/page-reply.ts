import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../shared/locales.ts';
import { styleSource } from '../page-style.ts';
import { findFormCookie, formCookieHeader } from './cookies.ts';
import { chooseLocale, type Translate, translator } from './messages.ts';
import { type MessageView, messagePage } from './pages.ts';
import type { Provider } from './provider.ts';

/** The query of a request as it came, without the question mark. */
export function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}

/** What a form sent; nothing of a body of another kind. */
export function sentIn(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The language a person gets, and its sentences. */
export function languageOf(request: FastifyRequest): { locale: Locale; t: Translate } {
  const uiLocales = new URLSearchParams(queryOf(request)).get('ui_locales') ?? undefined;
  const locale = chooseLocale(uiLocales, request.headers['accept-language']);
  return { locale, t: translator(locale) };
}

/** Sends HTML that can run nothing, load nothing, be framed by no one, and whose forms end here or at the site. */
export function sendPage(provider: Provider, reply: FastifyReply, locale: Locale, page: string): FastifyReply {
  // Chromium applies form-action to the redirect that follows a form, too.
  const formTargets = ["'self'", ...provider.config.siteOrigins].join(' ');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      vary: 'Accept-Language',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(page);
}

/** What ties forms to this browser: the value of its cookie, which it gets when it has none. */
export function bindBrowser(provider: Provider, request: FastifyRequest, reply: FastifyReply): string {
  const browser = findFormCookie(provider.config, request) ?? randomBytes(24).toString('base64url');
  reply.header('set-cookie', formCookieHeader(provider.config, browser));
  return browser;
}

/** A page that only says something, and where to go from there: to the site, when nothing else is named. */
export function sendMessagePage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...said }: { status: number } & Pick<MessageView, 'title' | 'text' | 'values'> & Partial<MessageView>,
): FastifyReply {
  const language = languageOf(request);
  const toSite = { label: language.t('toSite'), address: `${provider.config.siteOrigins[0]}/` };
  return sendPage(provider, reply.code(status), language.locale, messagePage({ ways: [toSite], ...language, ...said }));
}
