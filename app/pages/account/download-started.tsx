import { useEffect, useRef } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { installer } from '../../../shared/business/product.ts';
import { Button } from '../../components/button.tsx';
import { CopyRow } from '../../components/copy-row.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes, formatInstant } from '../../messages/format.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** Thanks with the start time, and all that is needed to check or repeat the download (specification 2). */
export function DownloadStarted({ download, onBack }: { download: Download; onBack: () => void }) {
  const { t, locale } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that held the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section>
      <Notice kind="success">
        <h2 ref={heading} tabIndex={-1}>
          {t('account.started.title')}
        </h2>
        <p>
          {t('account.started.time', {
            time: formatInstant(locale, new Date(download.startedAt)),
            minutes: installer.installationMinutes,
          })}
        </p>
      </Notice>
      <p>{t('account.started.resume', { time: formatInstant(locale, new Date(download.expiresAt)) })}</p>
      <dl className="facts">
        <dt>{t('account.started.file')}</dt>
        <dd>{download.fileName}</dd>
        <dt>{t('account.started.size')}</dt>
        <dd>{formatBytes(locale, download.sizeBytes)}</dd>
      </dl>
      <CopyRow
        label={t('account.started.sha256')}
        value={download.sha256}
        copyLabel={t('account.started.copy')}
        copiedLabel={t('account.started.copied')}
      />
      <div className="flex flex-wrap items-center gap-4">
        <a className="link" href={download.url} download={download.fileName}>
          {t('account.started.again')}
        </a>
        <Button variant="quiet" onClick={onBack}>
          {t('account.started.back')}
        </Button>
      </div>
    </section>
  );
}
