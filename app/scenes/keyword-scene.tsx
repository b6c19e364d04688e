import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Spoken, Written } from './passages.tsx';
import { Scene } from './scene.tsx';

const keywords = ['scenes.keywords.keyword-1', 'scenes.keywords.keyword-2', 'scenes.keywords.keyword-3'] as const;

/** A spoken keyword inserts a text that is stored on the device. */
export function KeywordScene() {
  const { t, locale } = useMessages();
  return (
    <Scene caption={t('scenes.keywords.caption')}>
      <AppWindow>
        <div className="scene-columns">
          <div className="scene-list">
            <span className="scene-label">{interfaceTexts.keywords}</span>
            <ul lang={locale}>
              {keywords.map((keyword) => (
                <li key={keyword}>
                  <span>{t(keyword)}</span> <KeptPrivate />
                </li>
              ))}
            </ul>
          </div>
          <div>
            <Spoken>
              <RichMessage id="scenes.keywords.spoken" elements={{ keyword: <mark className="scene-keyword" /> }} />
            </Spoken>
            <Written>
              <p>
                <RichMessage id="scenes.keywords.written" elements={{ secret: <mark className="scene-secret" /> }} />
              </p>
            </Written>
          </div>
        </div>
      </AppWindow>
    </Scene>
  );
}

/** A text that the list leaves out. */
function KeptPrivate() {
  return (
    <svg className="scene-private" aria-hidden="true" viewBox="0 0 62 8">
      <path d="M4 4h.01M15 4h.01M26 4h.01M37 4h.01M48 4h.01M58 4h.01" />
    </svg>
  );
}
