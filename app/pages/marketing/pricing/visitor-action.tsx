import { discountedMonths, type PlanName } from '../../../../shared/business/plans.ts';
import type { Period } from '../../../../shared/business/sales.ts';
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
        <OrderLink name={name} months={1} className="by-month" />
        <OrderLink name={name} months={discountedMonths} className="by-four-months" />
      </div>
      <p className="shown-with-sales-open">{t('pricing.action.order-note')}</p>
    </>
  );
}

/** Where sales are open, the way to an order of each period; the style sheet shows the chosen one. */
function OrderLink({ name, months, className }: { name: 'moderate' | 'high'; months: Period; className: string }) {
  const { t } = useMessages();
  return (
    <ButtonLink className={className} href={orderAddress({ product: name, months })}>
      {t('pricing.action.order', { plan: t(`pricing.plan.${name}`) })}
    </ButtonLink>
  );
}
