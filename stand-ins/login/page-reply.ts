import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../shared/locales.ts';
import { chooseLocale } from '../languages.ts';
import { pageHeaders } from '../page-frame.ts';
import { findFormCookie, formCookieHeader } from './cookies.ts';
import { type Translate, translator } from './messages.ts';
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

/** Where the desktop app waits for what a form leads to; a browser that is not told follows no redirect to it. */
const desktopApps = 'http://127.0.0.1:*';

/** Sends HTML that can run nothing, load nothing, be framed by no one, and whose forms end here, at the site or at the app. */
export function sendPage(provider: Provider, reply: FastifyReply, locale: Locale, page: string): FastifyReply {
  return reply.headers(pageHeaders(locale, [...provider.config.siteOrigins, desktopApps])).send(page);
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
