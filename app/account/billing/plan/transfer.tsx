import type { ReactNode } from 'react';
import type { OpenInvoice } from '../../../../shared/api/invoices.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { crossParts, crossShare } from '../../../../shared/payment-cross.ts';
import { CopyRow } from '../../../components/copy-row.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** The code of a payment part; banking apps of Switzerland read it. The rows beside it say the same. */
function PaymentCode({ qr: { size, path }, label }: { qr: NonNullable<OpenInvoice['qr']>; label: string }) {
  const cross = size * crossShare;
  return (
    <svg className="payment-code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path className="payment-code-paper" d={`M-4-4h${size + 8}v${size + 8}h${-size - 8}z`} />
      <path className="payment-code-ink" d={path} />
      {crossParts.map(({ ink, x, y }) => (
        <rect
          key={`${x} ${y}`}
          className={ink ? 'payment-code-ink' : 'payment-code-paper'}
          x={size / 2 - cross * x}
          y={size / 2 - cross * y}
          width={cross * 2 * x}
          height={cross * 2 * y}
        />
      ))}
    </svg>
  );
}

/** How an open invoice is paid by bank transfer. */
export function Transfer({ invoice, otherWay }: { invoice: OpenInvoice; otherWay?: ReactNode }) {
  const { t, locale } = useMessages();
  const rows = [
    ['billing.transfer.amount', formatPrice(locale, invoice.openRappen)],
    ['billing.transfer.iban', invoice.iban],
    ['billing.transfer.reference', invoice.reference],
    ['billing.transfer.holder', invoice.holder],
  ] as const;
  return (
    <section className="stack mt-12" aria-labelledby="transfer-by-bank">
      <h2 id="transfer-by-bank">{t('billing.transfer.title')}</h2>
      <p>{t('billing.transfer.text', { number: invoice.number, date: formatDay(locale, invoice.dueOn) })}</p>
      <div className="transfer-by-bank-ways">
        <div className="stack">
          {rows.map(([label, value]) => (
            <CopyRow
              key={label}
              label={t(label)}
              value={value}
              copyLabel={t('account.started.copy')}
              copiedLabel={t('account.started.copied')}
            />
          ))}
        </div>
        {invoice.qr && (
          <figure className="stack">
            <PaymentCode qr={invoice.qr} label={t('billing.transfer.code')} />
            <figcaption className="field-hint">{t('billing.transfer.code-note')}</figcaption>
          </figure>
        )}
      </div>
      {otherWay && <div className="button-row">{otherWay}</div>}
    </section>
  );
}
