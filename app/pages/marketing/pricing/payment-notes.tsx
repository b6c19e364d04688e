import { failedPaymentGraceDays } from '../../../../shared/business/billing.ts';
import { maxTokensPerDay } from '../../../../shared/business/text-service.ts';
import { tax } from '../../../../shared/business/vat.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** Taxes and payment (specification 9 and 4). */
export function PaymentNotes() {
  const { t, locale } = useMessages();
  const percent = (share: number) =>
    formatNumber(locale, share, { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: 1 });
  const payment = <BySales closed={t('pricing.notes.payment.text')} open={t('pricing.notes.payment.on-sale')} />;
  const notes = [
    { title: t('pricing.notes.total'), text: t('pricing.notes.total.text', { rate: percent(tax.swissVat) }) },
    { title: t('pricing.notes.eu'), text: t('pricing.notes.eu.text', { rate: percent(tax.reverseCharge) }) },
    { title: t('pricing.notes.payment'), text: payment },
    { title: t('pricing.notes.renewal'), text: t('pricing.notes.renewal.text') },
    { title: t('pricing.notes.late'), text: t('pricing.notes.late.text', { days: failedPaymentGraceDays }) },
    {
      title: t('pricing.notes.quota'),
      text: t('pricing.notes.quota.text', { tokens: formatNumber(locale, maxTokensPerDay) }),
    },
  ];
  return (
    <section aria-labelledby="payment">
      <div className="page-width">
        <h2 id="payment">{t('pricing.notes.title')}</h2>
        <dl className="notes">
          {notes.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
