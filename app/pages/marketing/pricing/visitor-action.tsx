import { discountedMonths, type PlanName } from '../../../../shared/business/plans.ts';
import type { CustomerKind, Period } from '../../../../shared/business/sales.ts';
import { paths } from '../../../../shared/paths.ts';
import { orderAddress } from '../../../account/billing/order/offer.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** What everybody can do with a plan: the HTML has both, and the root element says whether anything is sold. */
export function VisitorAction({ name }: { name: PlanName }) {
  const { t } = useMessages();
  if (name === 'free')
    return (
      <>
        <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
        <p>{t('pricing.action.free-note')}</p>
      </>
    );
  return (
    <>
      <p className="badge shown-with-sales-closed">{t('pricing.action.in-beta')}</p>
      <p className="shown-with-sales-closed">
        <RichMessage id="pricing.action.not-on-sale" elements={{ beta: <Link href={paths.beta} /> }} />
      </p>
      <div className="shown-with-sales-open">
        <OrderLinks name={name} label={t('pricing.action.order', { plan: t(`pricing.plan.${name}`) })} />
      </div>
      <p className="shown-with-sales-open">{t('pricing.action.order-note')}</p>
    </>
  );
}

interface OrderLinksProps {
  name: 'moderate' | 'high';
  label: string;
  /** Who orders, where that is known. */
  kind?: CustomerKind;
}

/** Where sales are open, the way to an order of each period; the style sheet shows the chosen one. */
export function OrderLinks({ name, label, kind }: OrderLinksProps) {
  const address = (months: Period) => orderAddress({ product: name, months }) + (kind ? `&kind=${kind}` : '');
  return (
    <>
      <ButtonLink className="by-month" href={address(1)}>
        {label}
      </ButtonLink>
      <ButtonLink className="by-four-months" href={address(discountedMonths)}>
        {label}
      </ButtonLink>
    </>
  );
}
