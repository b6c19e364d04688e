import { useMessages } from '../messages/use-messages.ts';
import { OtherWindow } from './app-window.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { Scene } from './scene.tsx';

/** While recording, a transparent yellow veil covers the screen; only the app's recording interface takes clicks. */
export function RecordingOverlayScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.overlay.caption')} description={t('scenes.overlay.description')}>
      <div className="scene-screen">
        <OtherWindow name={t('scenes.commands.program')}>
          <TextLines />
        </OtherWindow>
        <div className="scene-veil" />
        <BlockedPointer />
        <div className="scene-above-veil" lang="en">
          <RecordingBar state="recording" seconds={8} />
        </div>
      </div>
    </Scene>
  );
}

/** Text too far away to be legible. */
function TextLines() {
  return (
    <svg className="scene-text-lines" aria-hidden="true" viewBox="0 0 240 84" preserveAspectRatio="xMinYMid meet">
      <path d="M3 4h92M3 24h214M3 42h228M3 60h196M3 78h120" />
    </svg>
  );
}

/** A pointer whose click has no effect. */
function BlockedPointer() {
  return (
    <svg className="scene-pointer" aria-hidden="true" viewBox="0 0 48 48">
      <circle cx="18" cy="18" r="14" />
      <path d="m18 18 4 22 5-8 9-2z" />
    </svg>
  );
}
