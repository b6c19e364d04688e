import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';

/** After the dialog that asks where to save was dismissed: what that means, and how to do without it. */
export function NoPlaceNotice({ onLeaveToBrowser }: { onLeaveToBrowser: () => void }) {
  const { t } = useMessages();
  return (
    <div role="status">
      <Notice kind="info">
        <p>{t('transfer.cancelled')}</p>
        <Button variant="secondary" onClick={onLeaveToBrowser}>
          {t('transfer.cancelled.browser')}
        </Button>
      </Notice>
    </div>
  );
}
