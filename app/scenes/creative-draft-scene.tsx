import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { Choice } from './choice.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Spoken, Written } from './passages.tsx';
import { Scene } from './scene.tsx';

/** A draft written from a spoken request. */
export function CreativeDraftScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.draft.caption')}>
      <AppWindow>
        <Choice names={interfaceTexts.outputs} chosen="draft" />
        <Spoken label={interfaceTexts.prompt}>{t('scenes.draft.spoken')}</Spoken>
        <Written>
          <p>{t('scenes.draft.written')}</p>
        </Written>
      </AppWindow>
    </Scene>
  );
}
