import { useCallback, useEffect, useState } from 'react';
import type { OrderAnswer } from '../../../../shared/api/orders.ts';
import { installer } from '../../../../shared/business/product.ts';
import type { Period } from '../../../../shared/business/sales.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { lazyPage } from '../../../site/lazy-page.tsx';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { productName } from '../offer-words.ts';
import { Transfer } from '../plan/transfer.tsx';
import { NothingChosen } from './nothing-chosen.tsx';
import { orderAddress } from './offer.ts';

/** How often the page asks what became of a payment, in milliseconds, and after how many times it stops by itself. */
const askAgainMs = 2000;
const longestAsking = 30;

/** The order's own answer, never the address: only what the card service says counts as paid. */
function useOrderState(id: string) {
  const billing = useBillingApi();
  const question = useCallback(async (): Promise<OrderAnswer> => {
    const [order] = await Promise.all([billing.getOrder(id), bought.preload().catch(() => {})]);
    return order;
  }, [billing, id]);
  const { known: order, refresh } = useAnswer(question);
  const [asked, setAsked] = useState(1);
  const ask = useCallback(() => {
    setAsked((count) => count + 1);
    refresh().catch(() => {});
  }, [refresh]);
  const isOpen = typeof order === 'object' && order.state === 'open' && order.method === 'card';
  useEffect(() => {
    if (!isOpen || asked >= longestAsking) return;
    const timer = setTimeout(ask, askAgainMs);
    return () => clearTimeout(timer);
  }, [isOpen, asked, ask]);
  return { order, hasStopped: isOpen && asked >= longestAsking, ask, hasLeft: hasLeftCardForm() };
}

/** Comes with the answer; without it, the page says what is left to do all the same. */
const bought = lazyPage(() => import('./bought.tsx'));

/** The card service says in the address that the customer left its form without paying. */
const hasLeftCardForm = () => new URLSearchParams(location.search).get('left') === '1';

function Outcome({ id }: { id: string }) {
  const { t, locale } = useMessages();
  const { order, hasStopped, ask, hasLeft } = useOrderState(id);
  if (order === 'loading') return <Spinner label={t('order-done.asking')} />;
  if (order === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('order-done.fault')}</p>
        <Button variant="secondary" onClick={ask}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  const plan = productName(t, order.product);
  const price = formatPrice(locale, order.totalRappen);
  const toPlan = <ButtonLink href={paths.accountPlan}>{t('order.to-plan')}</ButtonLink>;
  const again = orderAddress({ product: order.product, months: order.months as Period });
  if (order.state === 'paid')
    return (
      <div className="beside">
        <div className="stack">
          <Notice kind="success" title={t('order-done.paid.title', { plan })}>
            <p>{t('order-done.paid.text', { price })}</p>
          </Notice>
          <section className="stack" aria-labelledby="order-next">
            <h2 id="order-next">{t('order-done.next')}</h2>
            <p>
              {t('order-done.next.text', {
                download: installer.downloadGigabytes,
                minutes: installer.installationMinutes,
              })}
            </p>
            <div className="button-row">
              <ButtonLink href={paths.download}>{t('order-done.next.action')}</ButtonLink>
              <ButtonLink variant="secondary" href={paths.accountPlan}>
                {t('order.to-plan')}
              </ButtonLink>
            </div>
          </section>
        </div>
        {bought.isReady() && <bought.Page order={order} />}
      </div>
    );
  if (order.state === 'failed' || order.state === 'expired')
    return (
      <Notice kind="error">
        <p>{t(order.state === 'failed' ? 'order-done.failed' : 'order-done.expired')}</p>
        <ButtonLink href={again}>{t('order-done.again')}</ButtonLink>
      </Notice>
    );
  if (order.invoice)
    return (
      <div className="beside">
        <div className="stack">
          <Notice kind="success" title={t('order-done.received.title')}>
            <p>{t('order-done.received.text', { plan, date: formatDay(locale, order.invoice.dueOn) })}</p>
          </Notice>
          <Transfer invoice={order.invoice} />
          <div className="button-row">{toPlan}</div>
        </div>
        {bought.isReady() && <bought.Page order={order} />}
      </div>
    );
  if (hasLeft)
    return (
      <Notice kind="info" title={t('order-done.left.title')}>
        <p>{t('order-done.left.text')}</p>
        {order.payAt && <Button onClick={() => location.assign(order.payAt!)}>{t('plan.awaiting-card.action')}</Button>}
        <ButtonLink variant="secondary" href={again}>
          {t('order-done.again')}
        </ButtonLink>
      </Notice>
    );
  if (hasStopped)
    return (
      <Notice kind="info" title={t('plan.checking.title')}>
        <p>{t('order-done.slow')}</p>
        {toPlan}
      </Notice>
    );
  return <Spinner label={t('plan.checking.title')} />;
}

/** Where the card service sends the browser back to, and where an order by invoice ends. */
export default function OrderDone() {
  const { t } = useMessages();
  const [id, setId] = useState<string | null | undefined>(null);
  useEffect(() => setId(new URLSearchParams(location.search).get('order') ?? undefined), []);
  return (
    <div className="page-width page-plain stack">
      <h1>{t('order-done.title')}</h1>
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">{t('order.no-script')}</p>
      {id === undefined ? (
        <NothingChosen />
      ) : (
        <HolderOnly returnTo={id ? `${paths.orderDone}?order=${id}` : paths.orderDone} signInLabel={t('plan.sign-in')}>
          {(user) => (id ? <Outcome key={user.id} id={id} /> : null)}
        </HolderOnly>
      )}
    </div>
  );
}
