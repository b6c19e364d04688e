import type { ReactNode } from 'react';
import { contractPeriods } from '../../../../shared/business/contract.ts';
import { discountedMonths } from '../../../../shared/business/plans.ts';
import { findPrice, type PaymentMethod } from '../../../../shared/business/sales.ts';
import { vatRappen } from '../../../../shared/business/vat.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { productName } from '../offer-words.ts';
import type { Offer } from './offer.ts';

interface Amounts {
  netRappen: number;
  vatRappen: number;
  totalRappen: number;
}

/** What an order costs a customer who is taxed at this rate, in thousandths. */
export function amountsOf({ product, months }: Offer, permille: number): Amounts {
  const net = findPrice(product, months)!;
  const vat = vatRappen(net, permille);
  return { netRappen: net, vatRappen: vat, totalRappen: net + vat };
}

interface Props {
  offer: Offer;
  method: PaymentMethod;
  tax: { rule: string; permille: number };
  /** Private persons in the EU may withdraw. */
  mayWithdraw: boolean;
}

/** What is ordered, directly above the button: price, term, renewal, ending, withdrawal (Directive 2011/83/EU, Art. 8(2)). */
export function OrderSummary({ offer, method, tax, mayWithdraw }: Props) {
  const { t, locale } = useMessages();
  const { netRappen, vatRappen: vat, totalRappen } = amountsOf(offer, tax.permille);
  const price = (rappen: number) => formatPrice(locale, rappen);
  const isLong = offer.months === discountedMonths;
  const link = (href: string) => <Link className="link" href={href} target="_blank" rel="noopener" />;
  const rows: [string, ReactNode][] = [
    [t('order.summary.product'), productName(t, offer.product)],
    [
      t('order.summary.term'),
      isLong
        ? t('order.summary.term.months', { months: offer.months, price: price(netRappen / offer.months) })
        : t('order.summary.term.month'),
    ],
    [t('order.summary.start'), t(method === 'card' ? 'order.summary.start.card' : 'order.summary.start.invoice')],
    [
      t('order.summary.renewal'),
      isLong ? t('order.summary.renewal.months', { months: offer.months }) : t('order.summary.renewal.month'),
    ],
    [
      t('order.summary.ending'),
      <RichMessage
        key="ending"
        id={method === 'card' ? 'order.summary.ending.text' : 'order.summary.ending.invoice'}
        elements={{ cancel: link(paths.cancellation) }}
      />,
    ],
    [
      t('order.summary.withdrawal'),
      mayWithdraw ? (
        <RichMessage
          key="withdrawal"
          id="order.summary.withdrawal.text"
          values={{ days: contractPeriods.withdrawalDays }}
          elements={{ withdraw: link(paths.withdrawal) }}
        />
      ) : (
        t('order.summary.withdrawal.none')
      ),
    ],
  ];
  const share = formatNumber(locale, tax.permille / 1000, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <div className="order-summary">
      <dl className="facts">
        {rows.map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
      </dl>
      <dl className="order-total">
        {vat > 0 && (
          <>
            <Row name={t('order.summary.net')} value={price(netRappen)} />
            <Row name={t('order.summary.vat', { share })} value={price(vat)} />
          </>
        )}
        <dt>
          <strong>{t('order.summary.total')}</strong>
        </dt>
        <dd>
          <strong className="plan-amount">{price(totalRappen)}</strong>
        </dd>
      </dl>
      {vat === 0 && (
        <p className="field-hint">
          {t(tax.rule === 'reverse-charge' ? 'order.summary.reverse-charge' : 'order.summary.no-vat')}
        </p>
      )}
    </div>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
