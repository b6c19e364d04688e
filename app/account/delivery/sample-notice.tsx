import type { Release } from '../../../shared/api/releases.ts';
import { formatBytes } from '../../../shared/format.ts';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';

/** Says so when the download is only a sample, because no release is published. */
export function SampleNotice({ release }: { release: Release | undefined }) {
  const { t, locale } = useMessages();
  if (!release?.sample || release.sizeBytes === null) return null;
  return (
    <Notice kind="info" title={t('account.sample.title')}>
      <p>{t('account.sample.text', { size: formatBytes(locale, release.sizeBytes) })}</p>
    </Notice>
  );
}
