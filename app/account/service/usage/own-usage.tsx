import { quotaPools } from '../../../../shared/business/text-service.ts';
import { paths } from '../../../../shared/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { productName } from '../../billing/offer-words.ts';
import type { KnownUsage } from './known-usage.ts';
import { QuotaMeters } from './quota-meters.tsx';
import { UsageHistory } from './usage-history.tsx';
import { UsageLimits } from './usage-limits.tsx';
import { UsageTable } from './usage-table.tsx';

/** What is shown once the answer is here. */
export default function OwnUsage({ known }: { known: KnownUsage }) {
  const { t } = useMessages();
  const { usage } = known;
  return (
    <>
      <UsageLimits known={known} />
      <div className="beside">
        <QuotaMeters usage={usage} />
        <div className="beside-facts stack">
          <h2>{t('usage.plan', { plan: productName(t, usage.plan) })}</h2>
          {/* Where nothing is left, the same stands there. */}
          {!quotaPools.some((pool) => usage.quotas[pool].remaining === 0) && (
            <ButtonLink variant="secondary" size="small" href={paths.pricing}>
              {t('usage.plans')}
            </ButtonLink>
          )}
          <UsageHistory totals={usage.totals} />
          <UsageTable />
        </div>
      </div>
    </>
  );
}
