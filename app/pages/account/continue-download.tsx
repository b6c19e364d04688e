import { useEffect, useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { downloadLinkDays } from '../../../shared/business/limits.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { Button } from '../../components/button.tsx';
import { findDownloadStart } from '../../download-start.ts';
import { findKeptDownload, type KeptDownload } from '../../downloads/kept-download.ts';
import { mayWrite } from '../../downloads/save-place.ts';
import { formatInstant } from '../../messages/format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useAuth } from '../../session/auth.ts';
import { useSite } from '../../site-context.ts';
import { DownloadProblemNotice } from './download-problem-notice.tsx';
import { problemOf } from './problem-of.ts';
import type { DownloadProblem } from './use-download.ts';
import { useRenewedLink } from './use-renewed-link.ts';

interface Props {
  userId: string;
  onContinue: (download: Download, kept: KeptDownload | null) => void;
}

interface Earlier {
  download: Download;
  kept: KeptDownload | null;
}

/** The user's last download: the one in this browser, otherwise, where this tab began one, the newest of the account. */
function useEarlierDownload(userId: string): Earlier | null {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  useEffect(() => {
    let isWanted = true;
    const find = async (): Promise<Earlier | null> => {
      const kept = await findKeptDownload(userId);
      if (kept) return { download: kept.download, kept };
      // No token is asked for without need: its owner may be signing out at this moment.
      if (!findDownloadStart(userId)) return null;
      const answer = await createApiClient(configuration.apiBaseUrl).getDownloads(await getAccessToken());
      const download = answer.downloads[0];
      return download ? { download, kept: null } : null;
    };
    // Without an answer nothing is offered; the form below says what is wrong when it is used.
    find().then(
      (found) => isWanted && setEarlier(found),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [userId, getAccessToken, configuration]);
  return earlier;
}

/** Leads back to a download that was begun earlier, with a new link to the same version. */
export function ContinueDownload({ userId, onContinue }: Props) {
  const { t, locale } = useMessages();
  const renewLink = useRenewedLink();
  const earlier = useEarlierDownload(userId);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<DownloadProblem | null>(null);
  if (!earlier) return null;
  const { download, kept } = earlier;
  const { fileName: file, version } = download;
  if (download.status === 'withdrawn')
    return <p className="text-paper-dim">{t('transfer.continue.withdrawn', { file, version })}</p>;

  const goOn = async () => {
    setBusy(true);
    setProblem(null);
    try {
      // Asked while the click still counts; without the permission the parts arrive all the same.
      if (kept) await mayWrite(kept.place, true).catch(() => false);
      const isGood = kept !== null && new Date(download.expiresAt) > new Date();
      const renewed = isGood ? download : await renewLink(download.id);
      onContinue(renewed, kept && { ...kept, download: renewed });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <section className="card stack continue-card" aria-labelledby="continue-title">
      <h2 id="continue-title" className="card-title">
        {t('transfer.continue')}
      </h2>
      <p>
        {t('transfer.continue.begun', { file, version, time: formatInstant(locale, new Date(download.startedAt)) })}{' '}
        {kept ? t('transfer.continue.here') : t('transfer.continue.link', { days: downloadLinkDays })}
      </p>
      <DownloadProblemNotice problem={problem} />
      <Button variant="secondary" busy={busy} onClick={goOn}>
        {t('transfer.continue')}
      </Button>
    </section>
  );
}
