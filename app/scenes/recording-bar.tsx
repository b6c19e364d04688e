import { formatLength } from '../../shared/format.ts';
import { interfaceTexts } from './interface-texts.ts';
import { Waveform } from './waveform.tsx';

interface Props {
  state: 'recording' | 'ready';
  /** Length of the recording so far. */
  seconds: number;
}

/** The app's recording interface: a recording sign, the voice, the time, and the button that starts or stops. */
export function RecordingBar({ state, seconds }: Props) {
  const recording = state === 'recording';
  return (
    <div className={`scene-recording scene-recording-${state}`}>
      <span className="scene-recording-state">{recording ? interfaceTexts.recording : interfaceTexts.ready}</span>
      <Waveform live={recording} />
      <span className="scene-time">{formatLength(seconds * 1000)}</span>
      <span className={recording ? 'scene-button scene-button-stop' : 'scene-button scene-button-start'}>
        {recording ? interfaceTexts.stop : interfaceTexts.start}
      </span>
    </div>
  );
}
