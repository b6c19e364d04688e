import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLocale } from '../../shared/locales.ts';
import { chooseLocale } from '../languages.ts';
import { pageHeaders } from '../page-frame.ts';
import { type MessageId, translator } from './messages.ts';
import type { Decline, Fault, Stored } from './objects.ts';
import { cardPage, confirmPage, type Field, fields, type Language, sayingPage } from './pay-page.ts';
import { expireIfLate, findDecline, makeIntent, settle } from './payments.ts';
import type { CardsProvider } from './provider.ts';
import { confirmationFailed, findTestCard } from './test-cards.ts';

type Session = Stored<'checkout.session'>;
type Card = Stored<'payment_method'>;
type Request = FastifyRequest<{ Params: { id: string } }>;

/** The hosted pages: a card to pay with or to keep, and the confirmation at the holder's bank. */
export function payRoutes(app: FastifyInstance, provider: CardsProvider): void {
  const { objects, config } = provider;

  function languageOf(request: FastifyRequest, session?: Session): Language {
    const locale = isLocale(session?.locale)
      ? session.locale
      : chooseLocale(undefined, request.headers['accept-language']);
    return { locale, t: translator(locale) };
  }
  const send = (reply: FastifyReply, language: Language, page: string) =>
    reply.headers(pageHeaders(language.locale, [config.siteOrigin])).send(page);

  /** The session, while something can be done with it; otherwise a page that says why not has been sent. */
  function findOpen(request: Request, reply: FastifyReply): Session | undefined {
    const session = objects.find('checkout.session', request.params.id);
    if (session) provider.change(() => expireIfLate(provider, session));
    if (session?.status === 'open') return session;
    const language = languageOf(request, session);
    const [title, text]: [MessageId, MessageId] = !session
      ? ['unknownTitle', 'unknown']
      : session.status === 'complete'
        ? ['doneTitle', 'done']
        : ['expiredTitle', 'expired'];
    const address =
      session?.status === 'complete' ? returnAddress(session) : (session?.cancel_url ?? config.siteOrigin);
    send(reply.code(session ? 410 : 404), language, sayingPage(language, title, text, address));
    return undefined;
  }

  function sendCardPage(
    request: Request,
    reply: FastifyReply,
    session: Session,
    more: Partial<Parameters<typeof cardPage>[0]> = {},
  ) {
    const language = languageOf(request, session);
    const isWrong = more.refusal !== undefined || Object.keys(more.faults ?? {}).length > 0;
    if (isWrong) reply.code(422);
    return send(reply, language, cardPage({ ...language, session, values: {}, faults: {}, ...more }));
  }

  app.get('/pay/:id', (request: Request, reply) => {
    const session = findOpen(request, reply);
    return session ? sendCardPage(request, reply, session) : reply;
  });

  app.post('/pay/:id', (request: Request, reply) => {
    const session = findOpen(request, reply);
    if (!session) return reply;
    const sent = new URLSearchParams(String(request.body ?? ''));
    const values = Object.fromEntries(fields.map((field) => [field, (sent.get(field) ?? '').trim()])) as Record<
      Field,
      string
    >;
    const faults = findFaults(values);
    // The code is never shown again.
    const shown = { ...values, code: '' };
    if (Object.keys(faults).length) return sendCardPage(request, reply, session, { values: shown, faults });
    const card = provider.change(() => makeCard(session, values));
    if (findTestCard(card.own.number)?.confirmation) {
      const language = languageOf(request, session);
      return send(reply, language, confirmPage(language, session, card.card.last4));
    }
    const refusal = provider.change(() => complete(session, card, findDecline(provider, card, true)));
    return refusal
      ? sendCardPage(request, reply, session, { values: shown, refusal })
      : reply.redirect(returnAddress(session), 303);
  });

  app.post('/pay/:id/confirm', (request: Request, reply) => {
    const session = findOpen(request, reply);
    if (!session) return reply;
    const card = session.own.card === undefined ? undefined : objects.find('payment_method', session.own.card);
    if (!card) return sendCardPage(request, reply, session);
    const isApproved = new URLSearchParams(String(request.body ?? '')).get('decision') === 'approve';
    const refusal = provider.change(() => {
      if (!isApproved) return complete(session, card, confirmationFailed);
      card.own.isAuthenticated = session.own.keepsCard;
      return complete(session, card, findDecline(provider, card, true));
    });
    return refusal ? sendCardPage(request, reply, session, { refusal }) : reply.redirect(returnAddress(session), 303);
  });

  /** The card as entered; it belongs to nobody until something was done with it. */
  function makeCard(session: Session, { number, expiry, name }: Record<Field, string>): Card {
    const digits = number.replaceAll(/\D/g, '');
    const [month, year] = readExpiry(expiry)!;
    const card = objects.make('payment_method', {
      type: 'card',
      customer: null,
      billing_details: { name },
      card: {
        brand: findTestCard(digits)!.brand,
        last4: digits.slice(-4),
        exp_month: month,
        exp_year: year,
        funding: 'credit',
        country: 'US',
      },
      own: { number: digits, isAuthenticated: false },
    });
    session.own.card = card.id;
    objects.save(session);
    return card;
  }

  /** Pays with the card, or keeps it; answers what to tell the person when that fails. */
  function complete(session: Session, card: Card, decline: Decline | undefined): MessageId | undefined {
    const isDone = session.mode === 'payment' ? pay(session, card, decline) : keep(session, card, decline);
    if (!isDone)
      return decline?.decline_code === 'insufficient_funds'
        ? 'noFunds'
        : decline === confirmationFailed
          ? 'notConfirmed'
          : 'declined';
    if (session.own.keepsCard) objects.save({ ...card, customer: session.customer });
    Object.assign(session, {
      status: 'complete',
      url: null,
      payment_status: session.mode === 'payment' ? 'paid' : 'no_payment_required',
    } satisfies Partial<Session>);
    objects.save(session);
    provider.tell('checkout.session.completed', session);
    return undefined;
  }

  function pay(session: Session, card: Card, decline: Decline | undefined): boolean {
    const { customer, amount_total, currency, own } = session;
    const intent =
      (session.payment_intent === null ? undefined : objects.find('payment_intent', session.payment_intent)) ??
      makeIntent(provider, {
        customer,
        amount: amount_total!,
        currency: currency!,
        description: own.description,
        metadata: own.intentMetadata,
        keepsCard: own.keepsCard,
        session: session.id,
      });
    session.payment_intent = intent.id;
    objects.save(session);
    return settle(provider, intent, card, decline);
  }

  /** A card that is declined only when charged can be kept. */
  function keep(session: Session, card: Card, decline: Decline | undefined): boolean {
    const refusal =
      decline && decline !== confirmationFailed && findTestCard(card.own.number)?.isKept ? undefined : decline;
    const fault: Fault | null = refusal ? { type: 'card_error', ...refusal } : null;
    const content = {
      customer: session.customer,
      payment_method: fault ? null : card.id,
      status: fault ? 'requires_payment_method' : 'succeeded',
      last_setup_error: fault,
      usage: 'off_session',
      metadata: session.own.intentMetadata,
    } as const;
    const known = session.setup_intent === null ? undefined : objects.find('setup_intent', session.setup_intent);
    const setup: Stored<'setup_intent'> = known ? { ...known, ...content } : objects.make('setup_intent', content);
    objects.save(setup);
    session.setup_intent = setup.id;
    objects.save(session);
    provider.tell(fault ? 'setup_intent.setup_failed' : 'setup_intent.succeeded', setup);
    return !fault;
  }
}

function returnAddress({ success_url, id }: Session): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function findFaults(values: Record<Field, string>): Partial<Record<Field, MessageId>> {
  const digits = values.number.replaceAll(/\D/g, '');
  const expiry = readExpiry(values.expiry);
  const now = new Date();
  const isPast = expiry && new Date(Date.UTC(expiry[1], expiry[0])) <= now;
  return {
    ...(!digits ? { number: 'numberMissing' } : !findTestCard(digits) && { number: 'numberUnknown' }),
    ...(!expiry ? { expiry: 'expiryWrong' } : isPast && { expiry: 'expiryPast' }),
    ...(!/^\d{3}$/.test(values.code) && { code: 'codeWrong' }),
    ...(!values.name && { name: 'nameMissing' }),
  };
}

/** Month and year. */
function readExpiry(text: string): [number, number] | undefined {
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(text) ?? [];
  return month ? [Number(month), 2000 + Number(year)] : undefined;
}
