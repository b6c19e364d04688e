import { useMessages } from '../../../messages/use-messages.ts';
import { BulletPointsScene } from '../../../scenes/bullet-points-scene.tsx';
import { CreativeDraftScene } from '../../../scenes/creative-draft-scene.tsx';
import { DictationScene } from '../../../scenes/dictation-scene.tsx';
import { ToneScene } from '../../../scenes/tone-scene.tsx';
import { textRecipientIn } from '../text-recipient.ts';
import { Chapter, Feature } from './chapter.tsx';

/** Dictation, structure, drafts and tone. */
export function Writing() {
  const { t, locale } = useMessages();
  return (
    <Chapter id="writing" title={t('features.writing.title')}>
      <Feature title={t('features.dictation.title')} text={t('features.dictation.text', textRecipientIn(locale))}>
        <DictationScene />
      </Feature>
      <div className="feature-pair">
        <Feature stacked title={t('features.bullets.title')} text={t('features.bullets.text')}>
          <BulletPointsScene />
        </Feature>
        <Feature stacked title={t('features.draft.title')} text={t('features.draft.text')}>
          <CreativeDraftScene />
        </Feature>
      </div>
      <Feature title={t('features.tone.title')} text={t('features.tone.text')}>
        <ToneScene />
      </Feature>
    </Chapter>
  );
}
