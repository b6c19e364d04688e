import { plans } from '../../../../shared/business/plans.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { textRecipientIn } from '../text-recipient.ts';

const rows = ['transcript', 'result', 'internet'] as const;

/** What leaves the device in each of the two modes, and what one gains from it. */
export function ModesTable() {
  const { t, locale } = useMessages();
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans.free;
  return (
    <table className="comparison-table">
      <caption>{t('features.modes.table')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('scenes.mode.online')}</th>
          <th scope="col">{t('features.modes.offline')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{t(`features.modes.${row}`)}</th>
            <td className={row === 'transcript' ? 'goes' : undefined}>
              {row === 'transcript'
                ? t('features.modes.transcript.online', textRecipientIn(locale))
                : t(`features.modes.${row}.online`)}
            </td>
            <td className={row === 'transcript' ? 'stays' : undefined}>{t(`features.modes.${row}.offline`)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('features.modes.free')}</th>
          <td>{t('features.modes.requests', { count: formatNumber(locale, onlineRequestsPerMonth) })}</td>
          <td>{t('features.modes.requests', { count: formatNumber(locale, offlineRequestsPerMonth) })}</td>
        </tr>
      </tbody>
    </table>
  );
}
