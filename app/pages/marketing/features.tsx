import { paths } from '../../../shared/paths.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { Audience } from './features/audience.tsx';
import { Computer } from './features/computer.tsx';
import { Differences } from './features/differences.tsx';
import { OwnWords } from './features/own-words.tsx';
import { Privacy } from './features/privacy.tsx';
import { VoiceOrButtons } from './features/voice-or-buttons.tsx';
import { Writing } from './features/writing.tsx';

const chapters = ['writing', 'words', 'voice', 'privacy', 'audience', 'differences', 'computer'] as const;

/** Everything the app does (specification 1), for whom, and how it differs. */
export default function Features() {
  const { t } = useMessages();
  return (
    <article className="features">
      <header className="page-width features-head">
        <div>
          <h1>{t('features.heading')}</h1>
          <p className="lead">{t('features.description')}</p>
        </div>
        <nav aria-label={t('features.contents')}>
          <ol className="features-contents">
            {chapters.map((chapter) => (
              <li key={chapter}>
                <Link className="features-contents-link" href={`${paths.features}#${chapter}`}>
                  {t(`features.${chapter}.title`)}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      <Writing />
      <OwnWords />
      <VoiceOrButtons />
      <Privacy />
      <Audience />
      <Differences />
      <Computer />
    </article>
  );
}
