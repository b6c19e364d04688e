import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { RoomsOfHolder } from '../../account-rooms.tsx';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { ownUsage, useUsage } from './use-usage.ts';

function OwnUsage() {
  const { t } = useMessages();
  const { known, reload } = useUsage();
  if (known === 'loading') return <Spinner label={t('page.loading')} />;
  if (known === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('usage.fault')}</p>
        <Button variant="secondary" onClick={reload}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  return <ownUsage.Page known={known} />;
}

/** What the account's holder has used of the month's quotas, and what for. */
export default function Usage() {
  const { t } = useMessages();
  return (
    <div className="page-width page-plain page-account stack">
      <h1>{t('usage.title')}</h1>
      <p className="lead">{t('usage.lead')}</p>
      <RoomsOfHolder />
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">{t('usage.no-script')}</p>
      <HolderOnly returnTo={paths.accountUsage} signInLabel={t('usage.sign-in')}>
        {(user) => <OwnUsage key={user.id} />}
      </HolderOnly>
    </div>
  );
}
