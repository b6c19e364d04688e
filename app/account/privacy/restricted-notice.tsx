import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';

/** The holder has restricted the account: why nothing goes on here, and the way to where that is lifted. */
export function RestrictedNotice() {
  const { t } = useMessages();
  return (
    <Notice kind="error">
      <p>{t('problems.account-restricted')}</p>
      <ButtonLink variant="secondary" href={paths.accountData}>
        {t('account.room.data')}
      </ButtonLink>
    </Notice>
  );
}
