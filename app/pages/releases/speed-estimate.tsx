import { useState } from 'react';
import { formatBytes, formatDuration } from '../../../shared/format.ts';
import { measureSpeed } from '../../account/delivery/parts/measure-speed.ts';
import { Button } from '../../components/button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { filmAddress } from '../../scenes/film-address.ts';

/** A file of this site that is large enough to measure a connection's speed. */
const sampleAddress = `${filmAddress}.mp4`;

/** How long a download of this size takes here: measured on request, because measuring costs data. */
export function SpeedEstimate({ sizeBytes }: { sizeBytes: number }) {
  const { t, locale } = useMessages();
  const [state, setState] = useState<'unknown' | 'measuring' | 'failed' | number>('unknown');
  const measure = () => {
    setState('measuring');
    measureSpeed(sampleAddress).then(setState, () => setState('failed'));
  };
  return (
    <div className="stack needs-script">
      <p className="text-paper-dim">{t('download-guide.speed')}</p>
      <Button variant="secondary" size="small" busy={state === 'measuring'} onClick={measure}>
        {t('download-guide.speed.button')}
      </Button>
      <p role="status">
        {state === 'measuring' && <span>{t('download-guide.speed.measuring')}</span>}
        {state === 'failed' && <span>{t('download-guide.speed.failed')}</span>}
        {typeof state === 'number' && (
          <span>
            {t('download-guide.speed.result', {
              time: formatDuration(locale, sizeBytes / state),
              size: formatBytes(locale, sizeBytes),
              rate: formatBytes(locale, state),
            })}
          </span>
        )}
      </p>
    </div>
  );
}
