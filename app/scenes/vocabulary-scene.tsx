import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Spoken, Written } from './passages.tsx';
import { Scene } from './scene.tsx';

/** Names and terms of one's own, written correctly. */
export function VocabularyScene() {
  const { t, locale } = useMessages();
  return (
    <Scene caption={t('scenes.vocabulary.caption')}>
      <AppWindow>
        <div className="scene-columns">
          <div className="scene-list">
            <span className="scene-label">{interfaceTexts.vocabulary}</span>
            <ul lang={locale}>
              <li>{t('scenes.vocabulary.term-1')}</li>
              <li>{t('scenes.vocabulary.term-2')}</li>
              <li>{t('scenes.vocabulary.term-3')}</li>
              <li>{t('scenes.vocabulary.term-4')}</li>
            </ul>
          </div>
          <div>
            <Spoken>{t('scenes.vocabulary.spoken')}</Spoken>
            <Written>
              <p>
                <RichMessage id="scenes.vocabulary.written" elements={{ term: <mark className="scene-term" /> }} />
              </p>
            </Written>
          </div>
        </div>
      </AppWindow>
    </Scene>
  );
}
