import type { ReactNode } from 'react';
import type { OpenInvoice } from '../../../../shared/api/invoices.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { CopyRow } from '../../../components/copy-row.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** What the Swiss cross covers in the middle of the code, a share of its side (SIX, Implementation Guidelines QR-bill, 6.4.2). */
const crossShare = 7 / 46;

/** The code of a payment part; banking apps of Switzerland read it. The rows beside it say the same. */
function PaymentCode({ qr: { size, path }, label }: { qr: NonNullable<OpenInvoice['qr']>; label: string }) {
  const cross = size * crossShare;
  const at = (share: number) => size / 2 + cross * share;
  return (
    <svg className="payment-code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path className="payment-code-paper" d={`M-4-4h${size + 8}v${size + 8}h${-size - 8}z`} />
      <path className="payment-code-ink" d={path} />
      <rect className="payment-code-paper" x={at(-0.5)} y={at(-0.5)} width={cross} height={cross} />
      <rect className="payment-code-ink" x={at(-0.42)} y={at(-0.42)} width={cross * 0.84} height={cross * 0.84} />
      <rect className="payment-code-paper" x={at(-0.26)} y={at(-0.08)} width={cross * 0.52} height={cross * 0.16} />
      <rect className="payment-code-paper" x={at(-0.08)} y={at(-0.26)} width={cross * 0.16} height={cross * 0.52} />
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
