import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../shared/locales.ts';
import { chooseLocale } from '../languages.ts';
import { pageHeaders } from '../page-frame.ts';
import { type AuthorizationRequest, readAuthorizationRequest, returnAddress } from './authorization-request.ts';
import { type FormPageView, formPage } from './form-page.ts';
import { type MessageId, type Translate, translator } from './messages.ts';
import { messagePage, type Way } from './pages.ts';
import type { Provider } from './provider.ts';

/** Where the desktop app waits for what a form leads to; a browser that is not told follows no redirect to it. */
const desktopApps = 'http://127.0.0.1:*';

/** The query of a request as it came, without the question mark. */
export function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** A request of somebody's browser, and how it is answered with a page. */
export class Visit {
  readonly provider: Provider;
  readonly reply: FastifyReply;
  readonly query: string;
  /** What a form sent; nothing of a body of another kind. */
  readonly sent: URLSearchParams;
  /** The language of whoever comes, and its sentences. */
  readonly locale: Locale;
  readonly t: Translate;

  constructor(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
    this.provider = provider;
    this.reply = reply;
    this.query = queryOf(request);
    this.sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const uiLocales = new URLSearchParams(this.query).get('ui_locales') ?? undefined;
    this.locale = chooseLocale(uiLocales, request.headers['accept-language']);
    this.t = translator(this.locale);
  }

  /** Sends HTML that can run nothing, load nothing, be framed by no one, and whose forms end here, at the site or at the app. */
  sendPage(page: string, status = 200, locale = this.locale): FastifyReply {
    const headers = pageHeaders(locale, [...this.provider.config.siteOrigins, desktopApps]);
    return this.reply.code(status).headers(headers).send(page);
  }

  sendForm(view: Omit<FormPageView, 'locale' | 't'>, status = 200): FastifyReply {
    return this.sendPage(formPage({ ...view, locale: this.locale, t: this.t }), status);
  }

  /** A page that only says something, and where to go from there: to the site, when nothing else is named. */
  sendMessage(status: number, title: MessageId, { text, values, ways }: Said = {}): FastifyReply {
    const toSite = { label: this.t('toSite'), address: `${this.provider.config.siteOrigins[0]}/` };
    const { locale, t } = this;
    return this.sendPage(messagePage({ locale, t, title, text, values, ways: ways ?? [toSite] }), status);
  }
}

interface Said {
  text?: MessageId | undefined;
  /** For the placeholders of title and text. */
  values?: Record<string, string | number>;
  ways?: readonly Way[];
}

/**
 * Answers what belongs to a sign-in. One that cannot be served is refused: to the site where it may be told (RFC 6749,
 * 4.1.2.1), otherwise to the person.
 */
export function onSignIn(
  app: FastifyInstance,
  provider: Provider,
  method: 'GET' | 'POST',
  path: string,
  answer: (visit: Visit, asked: AuthorizationRequest) => FastifyReply | Promise<FastifyReply>,
): void {
  app.route({
    method,
    url: path,
    handler(request, reply) {
      const visit = new Visit(provider, request, reply);
      const reading = readAuthorizationRequest(provider.config, visit.query);
      if ('refusal' in reading) return visit.sendMessage(400, 'addressRefusedTitle', { text: reading.refusal });
      if ('returnAddress' in reading) return reply.redirect(reading.returnAddress, 303);
      const { organizationId } = reading.request;
      if (organizationId === undefined || provider.organizations.find(organizationId))
        return answer(visit, reading.request);
      const fault = { error: 'organization_invalid', error_description: 'The organization is not known.' };
      return reply.redirect(returnAddress(reading.request, fault), 303);
    },
  });
}
