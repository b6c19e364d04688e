import type { InvoicesAnswer } from '../../../../shared/api/invoices.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { SaveInvoiceButton } from './save-invoice-button.tsx';

type Invoice = InvoicesAnswer['invoices'][number];

function useStateText() {
  const { t, locale } = useMessages();
  return ({ state, dueOn, corrects }: Invoice) => {
    if (corrects) return t('plan.invoices.corrects', { number: corrects });
    if (state === 'settled') return t('plan.invoices.settled');
    if (state === 'credited') return t('plan.invoices.credited');
    return t(state === 'overdue' ? 'plan.invoices.overdue' : 'plan.invoices.open', { date: formatDay(locale, dueOn) });
  };
}

/** Every invoice and credit note, the newest first. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const { t, locale } = useMessages();
  const stateText = useStateText();
  return (
    <section className="stack mt-12" aria-labelledby="plan-invoices">
      <h2 id="plan-invoices">{t('plan.invoices')}</h2>
      {invoices.length === 0 ? (
        <p>{t('plan.invoices.none')}</p>
      ) : (
        <ul className="ledger">
          {invoices.map((invoice) => (
            <li key={invoice.id} className="ledger-row">
              <div>
                <p>
                  <strong>{invoice.number}</strong>
                </p>
                <p className="text-small text-paper-dim">
                  {`${formatDay(locale, invoice.issuedOn)}, ${stateText(invoice)}`}
                </p>
              </div>
              <p className="ledger-amount">{formatPrice(locale, invoice.totalRappen)}</p>
              {invoice.hasPdf ? (
                <SaveInvoiceButton id={invoice.id} number={invoice.number} variant="secondary" />
              ) : (
                <p className="text-small text-paper-dim">{t('plan.invoices.being-made')}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
