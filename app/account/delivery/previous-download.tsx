import { useEffect, useState } from 'react';
import { installer } from '../../../shared/business/product.ts';
import { formatInstant } from '../../../shared/format.ts';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { findDownloadStart } from './download-start.ts';

/**
 * The thanks message with the start time of this tab's last download; nothing when there was none. Beside a form it is
 * only shown to `userId`, and quietly.
 */
export function PreviousDownload({ userId }: { userId?: string }) {
  const { t, locale } = useMessages();
  const [startedAt, setStartedAt] = useState<Date | null>(null);
  // Storage and time zone belong to the browser; the prerendered page cannot know them.
  useEffect(() => setStartedAt(findDownloadStart(userId)), [userId]);
  if (!startedAt) return null;
  return (
    <Notice kind="success" quiet={userId !== undefined} title={t('account.started.title')}>
      <p>
        {t('account.started.time', {
          time: formatInstant(locale, startedAt),
          minutes: installer.installationMinutes,
        })}
      </p>
    </Notice>
  );
}
