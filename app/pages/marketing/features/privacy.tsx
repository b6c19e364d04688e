import { launch } from '../../../../shared/business/launch.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatMonth, formatNumber } from '../../../../shared/format.ts';
import { anchors } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { WorkingModeScene } from '../../../scenes/working-mode-scene.tsx';
import { textRecipientIn } from '../text-recipient.ts';
import { Chapter, Feature } from './chapter.tsx';
import { ModesTable } from './modes-table.tsx';

const staying = ['audio', 'keywords', 'settings', 'results', 'login'] as const;

/** The offline mode, what stays on the device and what leaves it, and why the app needs a sign-in. */
export function Privacy() {
  const { t, locale } = useMessages();
  const days = { days: formatNumber(locale, retention.keychainLoginTokenDays) };
  const recipient = textRecipientIn(locale);
  return (
    <Chapter id={anchors.privacy} title={t('features.privacy.title')}>
      <Feature
        title={t('features.offline.title')}
        text={t('features.offline.text')}
        more={<p>{t('features.offline.availability', { month: formatMonth(locale, launch.offlineEstimate) })}</p>}
      >
        <WorkingModeScene mode="offline" />
      </Feature>
      <div className="stays-and-goes">
        <div>
          <h3>{t('features.stays.title')}</h3>
          <ul>
            {staying.map((item) => (
              <li key={item} className="stays">
                {t(`features.stays.${item}`)}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t('features.goes.title', recipient)}</h3>
          <ul>
            <li className="goes">{t('features.goes.transcript')}</li>
            <li className="goes">{t('features.goes.context')}</li>
            <li className="goes">{t('features.goes.code')}</li>
            <li className="goes">{t('features.goes.logs', recipient)}</li>
          </ul>
        </div>
        <div>
          <h3>{t('features.login.title')}</h3>
          <ul>
            <li>{t('features.login.text', days)}</li>
            <li>{t('features.login.offline')}</li>
          </ul>
        </div>
      </div>
      <ModesTable />
    </Chapter>
  );
}
