import { useState } from 'react';
import { speedSampleMs } from '../../../shared/business/download-limits.ts';
import { formatBytes, formatDuration } from '../../../shared/format.ts';
import { Button } from '../../components/button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { filmAddress } from '../../scenes/film-address.ts';

/** A file of this site that is large enough to measure a connection's speed. */
const sampleAddress = filmAddress('wide', 'mp4');

/**
 * Bytes a second at which `url` arrives, from a sample of at most a few seconds. The first bytes are left out: they
 * include the time needed to connect. Rejects when nothing can be measured.
 */
async function measureSpeed(url: string): Promise<number> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok || !response.body) throw new Error(`The sample answered ${response.status}.`);
  const reader = response.body.getReader();
  let bytes = 0;
  let startedAt: number | undefined;
  let elapsedMs = 0;
  while (elapsedMs < speedSampleMs) {
    const { done, value } = await reader.read();
    if (done) break;
    if (startedAt === undefined) startedAt = performance.now();
    else bytes += value.byteLength;
    elapsedMs = performance.now() - startedAt;
  }
  await reader.cancel();
  if (bytes === 0) throw new Error('The sample was too short.');
  // Even a sample that arrived at once took a moment.
  return bytes / (Math.max(elapsedMs, 1) / 1000);
}

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
