import { useMessages } from '../messages/use-messages.ts';
import { AppWindow, OtherWindow } from './app-window.tsx';
import { Choice } from './choice.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Written } from './passages.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { Scene } from './scene.tsx';

const onOff = { on: interfaceTexts.on, off: interfaceTexts.off };

/** Voice commands on: spoken commands start and stop, and the text appears at the cursor of another program. */
export function VoiceCommandsOnScene() {
  const { t, locale } = useMessages();
  return (
    <Scene caption={t('scenes.commands.on.caption')}>
      <OtherWindow name={t('scenes.commands.program')}>
        <div className="scene-letter" lang={locale}>
          <p>{t('scenes.commands.before')}</p>
          <p>
            {t('scenes.commands.result')}
            <span className="scene-cursor" />
          </p>
        </div>
      </OtherWindow>
      <div className="scene-commands" lang="en">
        <Command>{interfaceTexts.startCommand}</Command>
        <Command>{interfaceTexts.stopCommand}</Command>
      </div>
    </Scene>
  );
}

/** Voice commands off: buttons start and stop, and the text appears in the app. */
export function VoiceCommandsOffScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.commands.off.caption')}>
      <AppWindow>
        <Choice names={onOff} chosen="off" label={interfaceTexts.voiceCommands} />
        <RecordingBar state="ready" seconds={9} />
        <Written aside={<span className="scene-button">{interfaceTexts.copy}</span>}>
          <p>{t('scenes.commands.result')}</p>
        </Written>
      </AppWindow>
    </Scene>
  );
}

/** A spoken command. Commands are English in every language (specification 1). */
function Command({ children }: { children: string }) {
  return <span className="scene-command">{children}</span>;
}
