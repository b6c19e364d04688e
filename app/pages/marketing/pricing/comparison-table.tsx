import { findFourMonthOffer } from '../../../../shared/business/four-month-offer.ts';
import { discountedMonths, offlineAddOn, type Plan, plans, type Quota } from '../../../../shared/business/plans.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { type Translate, useMessages } from '../../../messages/use-messages.ts';

/** The free plan with its add-on is compared like a plan of its own. */
const freeWithAddOn: Plan = {
  ...plans.free,
  monthlyRappen: plans.free.monthlyRappen + offlineAddOn.monthlyRappen,
  offlineRequestsPerMonth: offlineAddOn.offlineRequestsPerMonth,
};

const columns = [
  { label: 'pricing.plan.free', plan: plans.free },
  { label: 'pricing.plan.free-with-add-on', plan: freeWithAddOn },
  { label: 'pricing.plan.moderate', plan: plans.moderate },
  { label: 'pricing.plan.high', plan: plans.high },
] as const satisfies { label: string; plan: Plan }[];

/** A price that a plan does not have: shown as a dash. */
function Nothing() {
  const { t } = useMessages();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('pricing.compare.not-offered')}</span>
    </>
  );
}

/** The rows of the table, by subject. */
function subjects(t: Translate, locale: Parameters<typeof formatPrice>[0]) {
  const quota = (value: Quota) =>
    value === 'unlimited' ? t('pricing.compare.unlimited') : formatNumber(locale, value);
  const offered = (rappen: number | undefined) => (rappen === undefined ? <Nothing /> : formatPrice(locale, rappen));
  return [
    {
      title: t('pricing.compare.price'),
      rows: [
        { label: t('pricing.compare.month'), cell: (plan: Plan) => formatPrice(locale, plan.monthlyRappen) },
        {
          label: t('pricing.compare.four-months', { months: discountedMonths }),
          cell: (plan: Plan) => offered(findFourMonthOffer(plan)?.totalRappen),
        },
        {
          label: t('pricing.compare.month-equivalent'),
          cell: (plan: Plan) => offered(findFourMonthOffer(plan)?.perMonthRappen),
        },
        {
          label: t('pricing.compare.saving', { months: discountedMonths }),
          cell: (plan: Plan) => offered(findFourMonthOffer(plan)?.savingRappen),
        },
        {
          label: t('pricing.compare.payment'),
          cell: (plan: Plan) =>
            plan.monthlyRappen === 0 ? t('pricing.compare.no-payment') : t('pricing.compare.card-or-invoice'),
        },
      ],
    },
    {
      title: t('pricing.compare.online'),
      rows: [
        { label: t('pricing.compare.requests'), cell: (plan: Plan) => quota(plan.onlineRequestsPerMonth) },
        {
          label: t('pricing.compare.recording'),
          cell: (plan: Plan) => t('pricing.compare.minutes', { minutes: plan.maxOnlineRecordingMinutes }),
        },
      ],
    },
    {
      title: t('pricing.compare.offline'),
      rows: [{ label: t('pricing.compare.requests'), cell: (plan: Plan) => quota(plan.offlineRequestsPerMonth) }],
    },
  ];
}

/**
 * All plans in one table. On narrow screens each row becomes a block that repeats the names of the plans; the roles
 * keep it a table for screen readers where a browser drops the semantics once a row has another layout.
 */
export function ComparisonTable() {
  const { t, locale } = useMessages();
  return (
    <section className="plan-comparison" aria-labelledby="comparison">
      <h2 id="comparison">{t('pricing.compare.title')}</h2>
      <p className="text-paper-dim">{t('pricing.compare.note')}</p>
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="plan-table" role="table" aria-labelledby="comparison">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {columns.map(({ label }) => (
              <th key={label} scope="col" role="columnheader">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        {subjects(t, locale).map(({ title, rows }) => (
          <tbody key={title} role="rowgroup">
            <tr role="row" className="plan-subject">
              <th scope="rowgroup" colSpan={columns.length + 1} role="rowheader">
                {title}
              </th>
            </tr>
            {rows.map(({ label, cell }) => (
              <tr key={label} role="row">
                <th scope="row" role="rowheader">
                  {label}
                </th>
                {columns.map((column) => (
                  <td key={column.label} role="cell" data-plan={t(column.label)}>
                    {cell(column.plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </section>
  );
}
