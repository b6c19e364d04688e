import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CustomerAnswer } from '../../../../shared/api/customer.ts';
import type { DocumentVersion } from '../../../../shared/api/documents.ts';
import type { OrderConfirmation } from '../../../../shared/api/orders.ts';
import { findAudience, isSoldTo, mayWithdraw, paymentMethods } from '../../../../shared/business/sales.ts';
import { formatCountry, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RadioCards } from '../../../components/radio-cards.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { rewriteEntry } from '../../../site/history-entry.ts';
import { useDocumentsInForce } from '../../delivery/use-documents-in-force.ts';
import { RestrictedNotice } from '../../privacy/restricted-notice.tsx';
import { useAuth } from '../../session/auth.ts';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { hashShownSentences } from '../../shown-sentences.ts';
import { NotSold, WaitForSale } from '../not-sold.tsx';
import { productName } from '../offer-words.ts';
import type { CustomerDraft } from './customer-fields.ts';
import { CustomerForm } from './customer-form.tsx';
import { NothingChosen } from './nothing-chosen.tsx';
import { findOffer, type Offer, orderAddress } from './offer.ts';
import { OfferPanel } from './offer-panel.tsx';
import { OrderConfirmations, orderConfirmationId, orderDocuments } from './order-confirmations.tsx';
import { amountsOf, OrderSummary } from './order-summary.tsx';
import { useOrder } from './use-order.ts';

type Order = ReturnType<typeof useOrder>;
type Tax = NonNullable<CustomerAnswer['tax']>;

/** The heading of a step, which takes the focus when the customer arrives from another step, and what is done there. */
function StepHeading(props: { id?: string; hasMoved: boolean; text?: string; children: ReactNode }) {
  const { id, hasMoved, text, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, []);
  return (
    <>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {children}
      </h2>
      {text && <p className="text-paper-dim">{text}</p>}
    </>
  );
}

/** The billing data as they will stand on the invoice, and the way back to correct them. */
function Address({
  draft,
  registeredName,
  onEdit,
}: {
  draft: CustomerDraft;
  registeredName: string | null;
  onEdit: () => void;
}) {
  const { t, locale } = useMessages();
  const isBusiness = draft.kind === 'business';
  const lines = [
    isBusiness && draft.company,
    draft.fullName,
    `${draft.street} ${draft.houseNumber}`,
    `${draft.postalCode} ${draft.town}, ${formatCountry(locale, draft.country)}`,
    draft.email,
    isBusiness && draft.vatNumber,
    isBusiness && registeredName !== null && t('order.address.registered', { name: registeredName }),
  ];
  return (
    <section className="card stack" aria-labelledby="order-address">
      <h3 id="order-address">{t('order.address')}</h3>
      <address className="not-italic">
        {lines.filter(Boolean).map((line) => (
          <p key={String(line)}>{line}</p>
        ))}
      </address>
      <Button variant="secondary" size="small" onClick={onEdit}>
        {t('order.address.edit')}
      </Button>
    </section>
  );
}

/** The second step: method, summary, confirmations, and the button that names the duty to pay. */
function Check({
  offer,
  order,
  documents,
  tax,
  registeredName,
}: {
  offer: Offer;
  order: Order;
  documents: DocumentVersion[];
  tax: Tax;
  registeredName: string | null;
}) {
  const { t, locale } = useMessages();
  const { impersonator } = useAuth();
  const [ticked, setTicked] = useState({ terms: false, immediateStart: false });
  const [missing, setMissing] = useState<OrderConfirmation[]>([]);
  const { draft, method } = order;
  const isWithdrawable = mayWithdraw(draft);
  const asked: OrderConfirmation[] = isWithdrawable ? ['terms', 'immediateStart'] : ['terms'];
  const { totalRappen } = amountsOf(offer, tax.permille);
  const submit = async () => {
    const left = asked.filter((name) => !ticked[name]);
    setMissing(left);
    if (left.length > 0) return document.getElementById(orderConfirmationId(left[0]!))?.focus();
    order.place({
      ...offer,
      method,
      totalRappen,
      locale,
      confirmations: ticked,
      documents: orderDocuments(documents),
      shownSentences: await hashShownSentences(asked, orderConfirmationId),
    });
  };
  return (
    <>
      <StepHeading hasMoved={order.hasMoved} text={t('order.step.check.text')}>
        {t('order.step.check')}
      </StepHeading>
      <div className="download-form">
        <Address draft={draft} registeredName={registeredName} onEdit={order.edit} />
        <RadioCards
          id="order-method"
          legend={t('order.method')}
          name="method"
          value={method}
          onChange={order.chooseMethod}
          cards={paymentMethods.map((value) => ({
            value,
            label: t(`order.method.${value}`),
            description: t(`order.method.${value}.text`),
          }))}
        />
        <OrderConfirmations
          documents={documents}
          asked={asked}
          ticked={ticked}
          missing={missing}
          onChange={(name, value) => {
            setTicked({ ...ticked, [name]: value });
            setMissing(missing.filter((each) => each !== name));
          }}
        />
        <section className="card stack" aria-labelledby="order-summary">
          <h3 id="order-summary">{t('order.summary')}</h3>
          <OrderSummary offer={offer} method={method} tax={tax} mayWithdraw={isWithdrawable} />
          {impersonator ? (
            <p>{t('billing.problem.impersonation-not-allowed')}</p>
          ) : (
            <Button busy={order.isBusy} onClick={submit}>
              {t('order.submit', { price: formatPrice(locale, totalRappen) })}
            </Button>
          )}
          <p className="field-hint">{t(method === 'card' ? 'order.after.card' : 'order.after.invoice')}</p>
        </section>
        <ProblemNotice problem={order.problem} page="billing" />
      </div>
    </>
  );
}

function OwnOrder({ user, offer }: { user: { id: string; email: string }; offer: Offer }) {
  const { t } = useMessages();
  const order = useOrder(user);
  const documents = useDocumentsInForce();
  const { known } = order;
  if (known === 'loading' || !documents) return <Spinner label={t('page.loading')} />;
  if (known === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('plan.fault')}</p>
        <Button variant="secondary" onClick={order.reload}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  if (known.subscription.subscription)
    return (
      <Notice kind="info">
        <p>{t('billing.problem.subscription-exists')}</p>
        <ButtonLink variant="secondary" href={paths.accountPlan}>
          {t('order.to-plan')}
        </ButtonLink>
      </Notice>
    );
  if (known.subscription.isRestricted) return <RestrictedNotice />;
  const { isOpen, audiences } = known.subscription.sales;
  const { country, kind, vatNumber } = order.draft;
  const isSold = country ? isSoldTo(audiences, country, kind) : audiences.length > 0;
  const asBusiness = () => {
    flushSync(() => {
      order.edit();
      order.change({ kind: 'business' });
    });
    document.getElementById('order-company')?.focus();
  };
  const unsold = { audiences, country, kind };
  const wait = <WaitForSale {...unsold} email={user.email} />;
  const notSold = (
    <NotSold
      {...unsold}
      onBusiness={kind === 'private' && isSoldTo(audiences, country, 'business') ? asBusiness : undefined}
    />
  );
  const nothing = (
    <>
      {notSold}
      {wait}
    </>
  );
  if (audiences.length === 0) return nothing;
  const { customer, tax } = known.customer;
  // Nothing is sold to a company abroad before its number is confirmed.
  const registeredName = customer?.vat.registeredName ?? null;
  const unconfirmed = customer?.vat.state === 'invalid' ? 'vat-number-invalid' : 'vat-check-unavailable';
  return (
    <>
      {order.step === 'details' ? (
        <>
          <StepHeading id="order-customer" hasMoved={order.hasMoved} text={t('order.step.details.text')}>
            {t('order.step.details')}
          </StepHeading>
          <CustomerForm
            draft={order.draft}
            faults={order.faults}
            refusals={order.refusals}
            busy={order.isBusy}
            notSold={isSold ? null : notSold}
            onChange={order.change}
            onSubmit={order.save}
          />
          {!isSold && wait}
          {Object.keys(order.faults).length === 0 && <ProblemNotice problem={order.problem} page="billing" />}
        </>
      ) : (
        isOpen &&
        tax && <Check offer={offer} order={order} documents={documents} tax={tax} registeredName={registeredName} />
      )}
      {order.step === 'check' && (!isOpen || !tax) && (
        <>
          <StepHeading hasMoved={order.hasMoved}>{t('order.step.details')}</StepHeading>
          {isOpen ? (
            <Notice kind="info">{t(`billing.problem.${unconfirmed}`)}</Notice>
          ) : audiences.includes(findAudience({ country, kind, vatNumber: vatNumber || null })) ? (
            <Notice kind="info">{t('billing.problem.sales-closed')}</Notice>
          ) : (
            nothing
          )}
          <Address draft={order.draft} registeredName={registeredName} onEdit={order.edit} />
        </>
      )}
    </>
  );
}

/** Where a plan is ordered: to whom it is invoiced, then everything that is agreed to, then the button. */
export default function Order() {
  const { t } = useMessages();
  const { isLoading, user } = useAuth();
  // The address is only known in a browser; the prerendered page has no offer.
  const [offer, setOffer] = useState<Offer | null | undefined>(null);
  useEffect(() => setOffer(findOffer(location.search)), []);
  const choose = (next: Offer) => {
    rewriteEntry(history.state, orderAddress(next));
    setOffer(next);
  };
  return (
    <div className="page-width page-plain stack">
      <h1>{offer ? t('order.panel.title', { plan: productName(t, offer.product) }) : t('order.title')}</h1>
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">{t('order.no-script')}</p>
      {offer === undefined ? (
        <NothingChosen />
      ) : (
        <div className="order-columns">
          {offer && <OfferPanel offer={offer} onChoose={choose} />}
          <div className="order-asked">
            {/* Who is signed in reads at each step what is done there. */}
            {!user && <p className={isLoading ? 'lead shown-without-session-sign' : 'lead'}>{t('order.lead')}</p>}
            <HolderOnly returnTo={offer ? orderAddress(offer) : paths.order} signInLabel={t('order.sign-in')}>
              {(user) => offer && <OwnOrder key={user.id} user={user} offer={offer} />}
            </HolderOnly>
          </div>
        </div>
      )}
    </div>
  );
}
