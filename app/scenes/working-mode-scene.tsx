import { useMessages } from '../messages/use-messages.ts';
import { Scene } from './scene.tsx';
import { Waveform } from './waveform.tsx';

interface Props {
  mode: 'online' | 'offline';
}

/** A working mode, and what leaves the device in it: a transcript, or nothing of what was said. Never the audio. */
export function WorkingModeScene({ mode }: Props) {
  const { t } = useMessages();
  const online = mode === 'online';
  return (
    <Scene caption={t(`scenes.mode.${mode}.caption`)}>
      <p className="scene-mode">{t(`scenes.mode.${mode}`)}</p>
      <div className={`scene-flow scene-flow-${mode}`}>
        <div className="scene-place">
          <p className="scene-place-name">{t('scenes.mode.device')}</p>
          <Waveform />
          <p className="scene-stays">{t('scenes.mode.audio')}</p>
          <p className={online ? 'scene-goes' : 'scene-stays'}>{t(`scenes.mode.${mode}.text`)}</p>
        </div>
        <svg className="scene-link" aria-hidden="true" viewBox="0 0 96 16">
          {online ? <path d="M4 8h84" /> : <path d="M4 8h22M70 8h22M40 2l12 12M52 2 40 14" />}
        </svg>
        <div className="scene-place scene-cloud">
          <p className="scene-place-name">{t('scenes.mode.cloud')}</p>
          <p>{t(`scenes.mode.${mode}.received`)}</p>
        </div>
      </div>
    </Scene>
  );
}
