import { useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import { chooseSavePlace, isFetchedByPage } from './parts/save-place.ts';

interface Props {
  download: Download;
  /** `null` while they are not known. */
  parts: KeptDownload['parts'] | null;
  userId: string;
  onChosen: (kept: KeptDownload) => void;
}

/** The one way to the file: fetched by this page where it can write it, otherwise by the browser. */
export function ChoosePlace({ download, parts, userId, onChosen }: Props) {
  const { t } = useMessages();
  const [isImpossible, setImpossible] = useState(false);
  if (isImpossible || !parts || !isFetchedByPage(parts))
    return (
      <>
        {isImpossible && (
          <Notice kind="error">
            <p>{t('transfer.impossible')}</p>
          </Notice>
        )}
        <p>
          <ButtonLink href={download.url} download={download.fileName}>
            {t('transfer.download')}
          </ButtonLink>
        </p>
      </>
    );

  const choose = async () => {
    const place = await chooseSavePlace(download.fileName);
    if (place === 'cancelled') return;
    if (place === 'impossible') return setImpossible(true);
    const kept = { userId, download, parts, place };
    const { beginBrowserDownload } = await import('./parts/browser-download.ts');
    beginBrowserDownload(kept).then(
      () => onChosen(kept),
      () => setImpossible(true),
    );
  };
  return (
    <div className="stack">
      <p>{t('transfer.choose.why')}</p>
      <Button onClick={choose}>{t('transfer.choose')}</Button>
    </div>
  );
}
