import { type ComponentProps, Suspense, useState } from 'react';
import { operator } from '../../../shared/business/company.ts';
import { plans } from '../../../shared/business/plans.ts';
import { type CustomerKind, isSoldTo, type SalesAudience } from '../../../shared/business/sales.ts';
import { formatCountry, formatNumber } from '../../../shared/format.ts';
import type { Locale } from '../../../shared/locales.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import type { ListForm } from '../../components/list-form.tsx';
import { mailAddress } from '../../components/mail-address.ts';
import { Notice } from '../../components/notice.tsx';
import { type Translate, useMessages } from '../../messages/use-messages.ts';
import { lazyPage } from '../../site/lazy-page.tsx';

/** Fetched when somebody wants to be told. */
const listForm = lazyPage<ComponentProps<typeof ListForm>>(async () => ({
  default: (await import('../../components/list-form.tsx')).ListForm,
}));

/** Somebody to whom nothing is sold. */
export interface Unsold {
  audiences: readonly SalesAudience[];
  country: string;
  kind: CustomerKind;
}

/** Why nothing is sold to somebody, in a few words. */
export function notSoldReason(t: Translate, locale: Locale, { audiences, country, kind }: Unsold): string {
  if (audiences.length === 0) return t('billing.not-sold.nobody');
  const values = { country: formatCountry(locale, country) };
  if (kind === 'private') return t('billing.not-sold.private', values);
  // Where sales are open to companies, one without a VAT number still cannot buy.
  return isSoldTo(audiences, country, kind)
    ? t('billing.not-sold.vat-number', values)
    : t('billing.not-sold.business', values);
}

/** A mail to our sales team, which asks for the one thing that is missing. */
export function AskSales() {
  const { t } = useMessages();
  return (
    <ButtonLink
      variant="secondary"
      href={mailAddress(operator.salesEmail, { subject: t('billing.not-sold.ask.subject') })}
    >
      {t('billing.not-sold.ask')}
    </ButtonLink>
  );
}

/** Nothing is sold to somebody: the reason, and what can be done instead, such as buying as a company. */
export function NotSold({ onBusiness, ...unsold }: Unsold & { onBusiness: (() => void) | undefined }) {
  const { t, locale } = useMessages();
  return (
    <Notice kind="info" title={notSoldReason(t, locale, unsold)}>
      <p>{t('billing.not-sold.text', { requests: formatNumber(locale, plans.free.onlineRequestsPerMonth) })}</p>
      <div className="button-row">
        {onBusiness && (
          <Button variant="secondary" onClick={onBusiness}>
            {t('billing.not-sold.as-business')}
          </Button>
        )}
        <AskSales />
      </div>
    </Notice>
  );
}

/** To be told once something is sold to somebody; nothing where it is a number that is missing. Beside what is announced: it is a form. */
export function WaitForSale({ email, audiences, country, kind }: Unsold & { email: string }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (isSoldTo(audiences, country, kind)) return null;
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('lists.sale.link')}</summary>
      {isOpen && (
        <Suspense>
          <listForm.Page key={`${country} ${kind}`} list="sale" known={{ email, country, kind }} />
        </Suspense>
      )}
    </details>
  );
}
