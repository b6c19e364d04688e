import { formatInstant } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { MeasureNotice } from '../measure-notice.tsx';
import type { KnownUsage } from './known-usage.ts';

/** Whatever keeps the account from using what is left, and what can be done about it. */
export function UsageLimits({ known: { usage, account } }: { known: KnownUsage }) {
  const { t, locale } = useMessages();
  const isSuspended = account.status === 'suspended';
  return (
    <>
      {isSuspended && !account.measures.some(({ act }) => act === 'suspend') && (
        <Notice kind="error">
          <p>{t('problems.account-suspended')}</p>
          <ButtonLink variant="secondary" href={paths.accountPlan}>
            {t('account.room.plan')}
          </ButtonLink>
        </Notice>
      )}
      {account.measures.map((measure) => (
        <MeasureNotice key={measure.id} measure={measure} />
      ))}
      {usage.dailyCeilingUntil && !isSuspended && (
        <Notice kind="info">
          <p>{t('usage.ceiling', { time: formatInstant(locale, new Date(usage.dailyCeilingUntil)) })}</p>
        </Notice>
      )}
    </>
  );
}
