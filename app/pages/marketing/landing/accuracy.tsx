import { accuracy } from '../../../../shared/business/product.ts';
import { formatNumber } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { ContentLanguages } from '../content-languages.tsx';

/** The accuracy claim (specification 1), and the languages that can be dictated. */
export function Accuracy() {
  const { t, locale } = useMessages();
  return (
    <section className="section" aria-labelledby="accuracy-heading">
      <div className="page-width accuracy">
        <div>
          <h2 id="accuracy-heading">
            <span className="accuracy-figure" suppressHydrationWarning>
              {formatNumber(locale, accuracy, { style: 'percent', maximumFractionDigits: 1 })}
            </span>{' '}
            <span className="accuracy-word">{t('landing.accuracy.title')}</span>
          </h2>
          <p className="lead">{t('landing.accuracy.text')}</p>
        </div>
        <div>
          <h3>{t('landing.accuracy.languages')}</h3>
          <ContentLanguages />
        </div>
      </div>
    </section>
  );
}
