import { OtherWindow } from '../../app/scenes/app-window.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { RecordingBar } from '../../app/scenes/recording-bar.tsx';
import { loudnessBefore } from '../../app/scenes/voice.ts';
import { Waveform } from '../../app/scenes/waveform.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { easedSpan, present, span } from './motion.ts';
import { Pointer } from './pointer.tsx';
import { recordedLevels } from './recorded-levels.ts';

interface Props {
  /** Seconds since the app started waiting for the start command; the second chapter continues the first. */
  time: number;
  /** When the second chapter begins. */
  stopChapter: number;
}

/** Another program, a spoken command, the yellow veil while recording, and the text at the cursor. */
export function Desktop({ time, stopChapter }: Props) {
  const recordingFrom = 2.2;
  const recordingTo = stopChapter + 1.5;
  const veil = Math.min(
    easedSpan(time, recordingFrom, recordingFrom + 0.35),
    1 - span(time, recordingTo, recordingTo + 0.25),
  );
  const { program, before, written } = onScreen.commands;
  const typed = written.slice(0, Math.round(span(time, recordingTo + 0.5, recordingTo + 2.7) * written.length));
  const cursorOn = typed.length > 0 && typed.length < written.length ? true : time % 1.06 < 0.6;
  const recorded = Math.max(0, time - recordingFrom);
  return (
    <div className="film-desktop">
      <OtherWindow name={program}>
        <div className="scene-letter">
          <p>{before}</p>
          <p>
            {typed}
            <span className={cursorOn ? 'scene-cursor' : 'scene-cursor film-unheard'} />
          </p>
        </div>
      </OtherWindow>
      {veil > 0 && <div className="scene-veil" style={{ opacity: veil }} />}
      {veil > 0 && (
        <div className="film-bar-above" style={{ opacity: veil, transform: `translateY(${(1 - veil) * 60}px)` }}>
          <RecordingBar
            state="recording"
            seconds={recorded}
            levels={recordedLevels(9 + time, recorded, 36)}
            buttons={false}
          />
        </div>
      )}
      <SpokenCommand time={time} from={0.6} to={2.4}>
        {interfaceTexts.startCommand}
      </SpokenCommand>
      <SpokenCommand time={time} from={stopChapter + 0.2} to={recordingTo + 0.3}>
        {interfaceTexts.stopCommand}
      </SpokenCommand>
      <Pointer
        time={time}
        blocked
        way={[
          { at: 3.1, place: [1500, 980] },
          { at: 4.4, place: [1080, 470], click: true },
          { at: 5.6, place: [760, 350], click: true },
        ]}
      />
    </div>
  );
}

/** A command while it is spoken: a small voice and its words. */
function SpokenCommand({ time, from, to, children }: { time: number; from: number; to: number; children: string }) {
  const shown = present(time, from, to, 0.25);
  if (shown === 0) return null;
  return (
    <div className="film-command" style={{ opacity: shown, transform: `translateY(${(1 - shown) * 24}px)` }}>
      <Waveform levels={loudnessBefore(20 + time, 9)} />
      <span>{children}</span>
    </div>
  );
}
