import { anchors, paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** Who it is for (specification 1); each group at its work is on the page of features. */
export function Audience() {
  const { t } = useMessages();
  return (
    <section className="section" aria-labelledby="audience-heading">
      <div className="page-width columns">
        <h2 id="audience-heading">{t('landing.audience.title')}</h2>
        <div className="stack">
          <p className="audience-groups">
            <RichMessage id="landing.audience.all" elements={{ who: <strong /> }} />
          </p>
          <p>
            <Link className="line-link" href={`${paths.features}#${anchors.audience}`}>
              {t('landing.audience.link')}
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
