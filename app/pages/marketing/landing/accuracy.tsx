import { useMessages } from '../../../messages/use-messages.ts';
import { AccuracyBasis, AccuracyFigure } from '../accuracy-basis.tsx';
import { ContentLanguages } from '../content-languages.tsx';

/** The accuracy claim (specification 1) with its basis, and, apart from it, the languages that can be dictated. */
export function Accuracy() {
  const { t } = useMessages();
  return (
    <section className="section" aria-labelledby="accuracy-heading">
      <div className="page-width accuracy">
        <div>
          <h2 id="accuracy-heading">
            <AccuracyFigure /> {t('landing.accuracy.title')}
          </h2>
          <p className="accuracy-basis">
            <AccuracyBasis />
          </p>
          <p>{t('landing.accuracy.text')}</p>
        </div>
        <div>
          <h3>{t('landing.accuracy.languages')}</h3>
          <ContentLanguages />
        </div>
      </div>
    </section>
  );
}
