import { anchors, paths } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { WorkingModeScene } from '../../../scenes/working-mode-scene.tsx';

/** The two working modes side by side, and what belongs in neither yet. */
export function WorkingModes() {
  const { t } = useMessages();
  return (
    <section className="section" aria-labelledby="modes-heading">
      <div className="page-width">
        <div className="columns columns-even">
          <h2 id="modes-heading">{t('landing.modes.title')}</h2>
          <p className="lead">{t('landing.modes.text')}</p>
        </div>
        <div className="modes-scenes">
          <WorkingModeScene mode="online" />
          <WorkingModeScene mode="offline" />
        </div>
        <div className="columns columns-even modes-notes">
          <p>{t('landing.modes.secrecy')}</p>
          <p>
            <Link className="line-link" href={`${paths.features}#${anchors.privacy}`}>
              {t('landing.modes.link')}
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
