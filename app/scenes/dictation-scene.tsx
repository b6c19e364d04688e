import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Spoken, Written } from './passages.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { Scene } from './scene.tsx';

/** Speech becomes a transcript, the transcript well-written text. */
export function DictationScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.dictation.caption')}>
      <AppWindow>
        <RecordingBar state="ready" seconds={14} />
        <Spoken>{t('scenes.dictation.spoken')}</Spoken>
        <Written aside={<span className="scene-button">{interfaceTexts.copy}</span>}>
          <p>{t('scenes.dictation.written')}</p>
        </Written>
      </AppWindow>
    </Scene>
  );
}
