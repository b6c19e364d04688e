import { contentLanguages } from '../../../../shared/business/product.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { KeywordScene } from '../../../scenes/keyword-scene.tsx';
import { VocabularyScene } from '../../../scenes/vocabulary-scene.tsx';
import { ContentLanguages } from '../content-languages.tsx';
import { Chapter, Feature } from './chapter.tsx';

/** Vocabulary, keywords, languages. */
export function OwnWords() {
  const { t, locale } = useMessages();
  return (
    <Chapter id="words" title={t('features.words.title')}>
      <Feature title={t('features.vocabulary.title')} text={t('features.vocabulary.text')}>
        <VocabularyScene />
      </Feature>
      <Feature title={t('features.keywords.title')} text={t('features.keywords.text')}>
        <KeywordScene />
      </Feature>
      <Feature
        title={t('features.languages.title', { count: formatNumber(locale, contentLanguages.length) })}
        text={t('features.languages.text')}
      >
        <ContentLanguages />
      </Feature>
    </Chapter>
  );
}
