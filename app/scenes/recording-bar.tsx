import { formatLength } from '../../shared/format.ts';
import { interfaceTexts } from './interface-texts.ts';
import { Waveform } from './waveform.tsx';

interface Props {
  state: 'recording' | 'ready';
  /** Length of the recording so far. */
  seconds: number;
  /** Loudness of each bar, from 0 to 1; without it, a few seconds of somebody speaking. */
  levels?: readonly number[];
  /** Start and stop as buttons; without them, voice commands do it. */
  buttons?: boolean;
}

/** The app's recording interface: a recording sign, the voice, the time, and the button that starts or stops. */
export function RecordingBar({ state, seconds, levels, buttons = true }: Props) {
  const recording = state === 'recording';
  return (
    <div className={`scene-recording scene-recording-${state}`}>
      <span className="scene-recording-state">{recording ? interfaceTexts.recording : interfaceTexts.ready}</span>
      <Waveform {...(levels && { levels })} live={recording} />
      <span className="scene-time">{formatLength(seconds * 1000)}</span>
      {buttons && (
        <span className={recording ? 'scene-button scene-button-stop' : 'scene-button scene-button-start'}>
          {recording ? interfaceTexts.stop : interfaceTexts.start}
        </span>
      )}
    </div>
  );
}
