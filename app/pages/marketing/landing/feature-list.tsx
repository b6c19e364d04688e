import { contentLanguages } from '../../../../shared/business/product.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { DictationScene } from '../../../scenes/dictation-scene.tsx';

/** Each with a spoken sentence and what was written from it. */
const features = ['bullets', 'tone', 'vocabulary', 'keywords', 'commands', 'languages'] as const;

/** The language of the sample for languages: a different one from the page's. */
const specimenLanguages = { en: 'sv', de: 'it', sv: 'de', it: 'fr', fr: 'it' } as const;

/** What the app does: one drawing of its window, then one line for each function. */
export function FeatureList() {
  const { t, locale } = useMessages();
  return (
    <section className="section" aria-labelledby="features-heading">
      <div className="page-width">
        <div className="feature-opening">
          <div>
            <h2 id="features-heading">{t('landing.features.title')}</h2>
            <p className="lead">{t('landing.features.text')}</p>
            <p>
              <Link className="line-link" href={paths.features}>
                {t('landing.features.link')}
              </Link>
            </p>
          </div>
          <DictationScene />
        </div>
        <ul className="feature-list">
          {features.map((feature) => (
            <li key={feature}>
              <h3>{t(`landing.features.${feature}.title`)}</h3>
              <p>
                {feature === 'languages'
                  ? t('landing.features.languages.text', { count: formatNumber(locale, contentLanguages.length) })
                  : t(`landing.features.${feature}.text`)}
              </p>
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
      </div>
    </section>
  );
}
