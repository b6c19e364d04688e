import { Suspense, useSyncExternalStore } from 'react';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { lazyPage } from '../../site/lazy-page.tsx';
import { runningDownload } from './parts/running-download.ts';

/** Loaded already where there is anything to show. */
const progress = lazyPage(async () => ({ default: (await import('./verified-download.tsx')).Running }));

/** A download that goes on in this page after a sign-out in another tab; nothing where there is none. */
export function SignedOutDownload() {
  const { t } = useMessages();
  const download = useSyncExternalStore(runningDownload.subscribe, runningDownload.get, () => null);
  if (!download) return null;
  return (
    <Suspense fallback={<Spinner label={t('page.loading')} />}>
      <div className="my-8">
        <progress.Page download={download} onGivenUp={() => {}} />
      </div>
    </Suspense>
  );
}
