import type { Download } from '../../../shared/api/downloads.ts';
import { downloadLinkDays } from '../../../shared/business/download-limits.ts';
import { formatInstant } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { ProblemNotice } from '../../api-client/problem-notice.tsx';
import { useAct } from '../../api-client/use-act.ts';
import { useApi } from '../../api-client/use-api.ts';
import { Button } from '../../components/button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import { mayWrite } from './parts/save-place.ts';
import type { EarlierDownload } from './use-earlier-download.ts';

interface Props {
  earlier: EarlierDownload;
  onContinue: (download: Download, kept: KeptDownload | null) => void;
}

/** Leads back to a download that was started earlier, with a new link to the same version. */
export function ContinueDownload({ earlier, onContinue }: Props) {
  const { t, locale } = useMessages();
  const { renewLink } = useApi();
  const { download, kept } = earlier;
  const { fileName: file, version } = download;
  const { run, isBusy, problem } = useAct(async () => {
    // Asked while the click still counts; without the permission the parts are fetched all the same.
    if (kept) await mayWrite(kept.place, true).catch(() => false);
    const isGood = kept !== null && new Date(download.expiresAt) > new Date();
    const renewed = isGood ? download : await renewLink(download.id);
    onContinue(renewed, kept && { ...kept, download: renewed });
  });
  if (download.status === 'withdrawn')
    return <p className="text-paper-dim">{t('transfer.continue.withdrawn', { file, version })}</p>;

  return (
    <section className="card stack continue-card" aria-labelledby="continue-title">
      <h2 id="continue-title" className="card-title">
        {t('transfer.continue')}
      </h2>
      <p>
        {[
          t('transfer.continue.begun', { file, version, time: formatInstant(locale, new Date(download.startedAt)) }),
          kept ? t('transfer.continue.here') : t('transfer.continue.link', { days: downloadLinkDays }),
        ].join(' ')}
      </p>
      <ProblemNotice problem={problem} page="account" returnTo={paths.account} />
      <Button variant="secondary" busy={isBusy} onClick={() => run()}>
        {t('transfer.continue')}
      </Button>
    </section>
  );
}
