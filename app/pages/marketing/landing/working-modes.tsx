import { launch } from '../../../../shared/business/launch.ts';
import { plans } from '../../../../shared/business/plans.ts';
import { formatMonth, formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { WorkingModeScene } from '../../../scenes/working-mode-scene.tsx';
import { textRecipientIn } from '../text-recipient.ts';

const rows = ['transcript', 'result', 'internet'] as const;

/** The two working modes side by side: what leaves the device in each, and what one gains from it. */
export function WorkingModes() {
  const { t, locale } = useMessages();
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans.free;
  return (
    <section className="section" aria-labelledby="modes-heading">
      <div className="page-width">
        <div className="modes-head">
          <h2 id="modes-heading">{t('landing.modes.title')}</h2>
          <p className="lead">{t('landing.modes.text')}</p>
        </div>
        <div className="modes-scenes">
          <WorkingModeScene mode="online" />
          <WorkingModeScene mode="offline" />
        </div>
        <table className="comparison-table">
          <caption>{t('landing.modes.table')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('scenes.mode.online')}</th>
              <th scope="col">{t('landing.modes.offline')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`landing.modes.${row}`)}</th>
                <td className={row === 'transcript' ? 'goes' : undefined}>
                  {row === 'transcript'
                    ? t('landing.modes.transcript.online', textRecipientIn(locale))
                    : t(`landing.modes.${row}.online`)}
                </td>
                <td className={row === 'transcript' ? 'stays' : undefined}>{t(`landing.modes.${row}.offline`)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('landing.modes.free')}</th>
              <td>{t('landing.modes.requests', { count: formatNumber(locale, onlineRequestsPerMonth) })}</td>
              <td>{t('landing.modes.requests', { count: formatNumber(locale, offlineRequestsPerMonth) })}</td>
            </tr>
          </tbody>
        </table>
        <p className="modes-secrecy">{t('landing.modes.secrecy')}</p>
        <p className="modes-note">
          {t('landing.modes.availability', { month: formatMonth(locale, launch.offlineEstimate) })}
        </p>
      </div>
    </section>
  );
}
