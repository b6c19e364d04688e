import { discountedMonths, plans } from '../../../../shared/business/plans.ts';
import { findPrice, isSold, type Period, periods } from '../../../../shared/business/sales.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { isPlainClick } from '../../../navigation/is-plain-click.ts';
import { Link } from '../../../navigation/link.tsx';
import { productName } from '../offer-words.ts';
import { type Offer, orderAddress } from './offer.ts';

interface Props {
  offer: Offer;
  onChoose: (offer: Offer) => void;
}

/** What is ordered and what it costs, before anything is asked; the period can be changed up to the button. */
export function OfferPanel({ offer, onChoose }: Props) {
  const { t, locale } = useMessages();
  const net = findPrice(offer.product, offer.months)!;
  const price = formatPrice(locale, net);
  const term = (months: Period) => (months === 1 ? t('order.panel.month') : t('order.panel.months', { months }));
  const sold = periods.map((months) => ({ ...offer, months })).filter(isSold);
  return (
    <aside className="order-offer stack" aria-labelledby="order-offer">
      <h2 id="order-offer">{productName(t, offer.product)}</h2>
      {offer.product !== 'offline-add-on' && (
        <p>
          {t('order.panel.requests', {
            requests: formatNumber(locale, plans[offer.product].onlineRequestsPerMonth),
          })}
        </p>
      )}
      {sold.length > 1 && (
        <nav className="segments" aria-label={t('order.panel.period')}>
          {sold.map((each) => (
            <Link
              key={each.months}
              className="segment"
              href={orderAddress(each)}
              aria-current={each.months === offer.months ? 'true' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onChoose(each);
              }}
            >
              {term(each.months)}
            </Link>
          ))}
        </nav>
      )}
      <dl className="order-prices">
        <dt>{t('order.panel.today')}</dt>
        <dd className="plan-amount">{price}</dd>
        <dt>{t('order.panel.then')}</dt>
        <dd>
          {offer.months === discountedMonths
            ? t('order.panel.then.months', { price, months: offer.months })
            : t('order.panel.then.month', { price })}
        </dd>
      </dl>
      <p className="field-hint">{t('order.panel.note')}</p>
    </aside>
  );
}
