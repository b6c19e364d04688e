import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { AccuracyBasis, AccuracyFigure } from '../accuracy-basis.tsx';
import { ContentLanguages } from '../content-languages.tsx';

/** Each with a spoken sentence and what was written from it. */
const features = ['bullets', 'tone', 'vocabulary', 'keywords', 'commands', 'languages'] as const;

/** The language of the sample for languages: a different one from the page's. */
const specimenLanguages = { en: 'sv', de: 'it', sv: 'de', it: 'fr', fr: 'it' } as const;

/** What the app does, one specimen for each function; then how exactly (specification 1), and in which languages. */
export function FeatureList() {
  const { t, locale } = useMessages();
  return (
    <section className="section" aria-labelledby="features-heading">
      <div className="page-width">
        <div className="columns columns-even">
          <h2 id="features-heading">{t('landing.features.title')}</h2>
          <div className="stack">
            <p className="lead">{t('landing.features.text')}</p>
            <p>
              <Link className="line-link" href={paths.features}>
                {t('landing.features.link')}
              </Link>
            </p>
          </div>
        </div>
        <ul className="feature-list">
          {features.map((feature) => (
            <li key={feature}>
              <h3>{t(`landing.features.${feature}.title`)}</h3>
              <div className="specimen" lang={feature === 'languages' ? specimenLanguages[locale] : undefined}>
                <p className="spoken">
                  <RichMessage
                    id={`landing.features.${feature}.spoken`}
                    elements={{ command: <mark className="spoken-command" lang="en" /> }}
                  />
                </p>
                <p className="written">{t(`landing.features.${feature}.written`)}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className="columns columns-even feature-claim">
          <section aria-labelledby="accuracy-heading">
            <h3 id="accuracy-heading">
              <AccuracyFigure /> {t('landing.accuracy.title')}
            </h3>
            <p>
              <AccuracyBasis />
            </p>
          </section>
          <div>
            <h3>{t('landing.accuracy.languages')}</h3>
            <ContentLanguages />
          </div>
        </div>
      </div>
    </section>
  );
}
