import { type ReactElement, useCallback } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { DownloadsAnswer } from '../../../shared/api/downloads.ts';
import type { Release } from '../../../shared/api/releases.ts';
import type { SubscriptionAnswer } from '../../../shared/api/subscription.ts';
import { addDays } from '../../../shared/days.ts';
import { formatDay, formatInstant, formatNumber, formatPrice } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { useBillingApi } from '../../api-client/billing-api.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { offerName, productName } from '../billing/offer-words.ts';
import { isServed, isUrgent, planStateOf } from '../billing/plan/plan-state.ts';

/** Of the heading of the form, which stands below. */
export const formId = 'download';

function Card(props: {
  id: string;
  name: string;
  value: string;
  isSpent?: boolean;
  link: ReactElement;
  children: ReactElement | (ReactElement | false)[];
}) {
  const { id, name, value, isSpent, link, children } = props;
  return (
    <section className={isSpent ? 'card card-spent overview-card' : 'card overview-card'} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p className="overview-value">{value}</p>
      {children}
      <p>{link}</p>
    </section>
  );
}

/** The version on offer, and when this person last began to download one. A sample has no version worth a name. */
function AppCard({
  release,
  downloads,
}: {
  release: Release | undefined;
  downloads: DownloadsAnswer['downloads'] | null;
}) {
  const { t, locale } = useMessages();
  const last = downloads?.[0];
  return (
    <Card
      id="overview-app"
      name={t('account.overview.app')}
      value={['Writing Ant', !release?.sample && release?.version].filter(Boolean).join(' ')}
      link={
        <Link className="line-link" href={`${paths.account}#${formId}`}>
          {t(downloads?.length ? 'account.overview.again' : 'layout.account.download')}
        </Link>
      }
    >
      <p>
        {last
          ? t('account.overview.last-download', { time: formatInstant(locale, new Date(last.startedAt)) })
          : downloads && t('account.overview.no-download')}
      </p>
    </Card>
  );
}

/** What is bought and what it costs next; first what is asked of the customer. */
function PlanCard({ plan, answer }: { plan: AccountAnswer['plan']; answer: SubscriptionAnswer | null }) {
  const { t, locale } = useMessages();
  const subscription = answer?.subscription;
  const nextSentence = ({ nextCharge }: SubscriptionAnswer): string => {
    if (isUrgent(planStateOf(answer!))) return t('account.overview.payment');
    if (nextCharge)
      return t('account.overview.charge', {
        price: formatPrice(locale, nextCharge.amountRappen),
        date: formatDay(locale, nextCharge.on),
      });
    if (subscription?.endsOn)
      return t('account.overview.ends', { date: formatDay(locale, addDays(subscription.endsOn, -1)) });
    return t('account.overview.no-charge');
  };
  return (
    <Card
      id="overview-plan"
      name={t('account.room.plan')}
      value={subscription && isServed(answer!) ? offerName(t, subscription) : productName(t, answer?.plan ?? plan)}
      link={
        <Link className="line-link" href={paths.accountPlan}>
          {t(subscription ? 'account.overview.change' : 'account.overview.see-plan')}
        </Link>
      }
    >
      <p>{answer && nextSentence(answer)}</p>
    </Card>
  );
}

/** What is left of the month, in words; the bar, which is whole at first, is for the eye. */
function QuotaCard({ quota }: { quota: AccountAnswer['usage']['online'] }) {
  const { t, locale } = useMessages();
  const { limit, used, remaining, resetsAt } = quota;
  const written = (value: number) => formatNumber(locale, value);
  const isSpent = remaining === 0;
  return (
    <Card
      id="overview-quota"
      name={t('account.overview.quota')}
      value={
        limit === null || remaining === null
          ? t('account.overview.used', { used: written(used) })
          : t('account.overview.left', { left: written(remaining), limit: written(limit) })
      }
      isSpent={isSpent}
      link={
        <Link className="line-link" href={paths.accountUsage}>
          {t(isSpent ? 'account.overview.more' : 'account.overview.day-by-day')}
        </Link>
      }
    >
      <p>{resetsAt && t('account.overview.reset', { time: formatInstant(locale, new Date(resetsAt)) })}</p>
      {limit !== null && remaining !== null && (
        <meter
          className={isSpent ? 'quota-meter quota-spent' : 'quota-meter'}
          aria-labelledby="overview-quota"
          min={0}
          max={limit}
          value={remaining}
        />
      )}
    </Card>
  );
}

interface Props {
  account: Pick<AccountAnswer, 'plan' | 'usage'>;
  release: Release | undefined;
}

/** What one comes back for: the app, the plan, what is left of the month. What cannot be asked is left out. */
export function Overview({ account, release }: Props) {
  const api = useApi();
  const billing = useBillingApi();
  const { known: answer } = useAnswer(useCallback(() => billing.getSubscription(), [billing]));
  const { known: list } = useAnswer(useCallback(() => api.getDownloads(), [api]));
  return (
    <div className="overview">
      <AppCard release={release} downloads={typeof list === 'object' ? list.downloads : null} />
      <PlanCard plan={account.plan} answer={typeof answer === 'object' ? answer : null} />
      <QuotaCard quota={account.usage.online} />
    </div>
  );
}
