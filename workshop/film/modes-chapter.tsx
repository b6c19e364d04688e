import { Choice } from '../../app/scenes/choice.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { loudnessBefore } from '../../app/scenes/voice.ts';
import { Waveform } from '../../app/scenes/waveform.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { film } from '../../content/film/timeline.ts';
import { easedSpan, mix, span } from './motion.ts';
import { Pointer } from './pointer.tsx';
import { SettlingWords } from './words.tsx';

const offlineAt = 4.9;
const link = { from: 1072, to: 1328, up: 452, back: 540 };
const ants = [0, 1, 2, 3];

/** The two working modes and what leaves the device in each. */
export function Modes({ time }: { time: number }) {
  const { device, cloud, audio, transcript, claim } = onScreen.modes;
  const offline = time >= offlineAt;
  const cut = easedSpan(time, offlineAt, offlineAt + 0.5);
  const join = easedSpan(time, 0.8, 1.4);
  return (
    <div className="film-modes">
      <Choice names={interfaceTexts.modes} chosen={offline ? 'offline' : 'online'} />
      <div className={offline ? 'film-device scene-place film-device-alone' : 'film-device scene-place'}>
        <p className="scene-place-name">{device}</p>
        <Waveform levels={loudnessBefore(4 + time, 35)} />
        <p className="scene-stays">{audio}</p>
        <p className={offline ? 'scene-stays' : 'scene-goes'}>{transcript}</p>
      </div>
      <div className="film-cloud scene-place scene-cloud" style={{ opacity: mix(1, 0.38, cut) }}>
        <p className="scene-place-name">{cloud}</p>
        <p className="scene-goes" style={{ opacity: easedSpan(time, 2.2, 2.8) * (1 - cut) }}>
          {transcript}
        </p>
      </div>
      <svg aria-hidden="true" width={film.width} height={film.height} viewBox={`0 0 ${film.width} ${film.height}`}>
        <g opacity={1 - cut}>
          {ants.map((ant) => {
            const way = Math.max(0, (time - 1.1 - ant * 0.75) / 3) % 1;
            const shown = Math.min(span(way, 0, 0.1), 1 - span(way, 0.9, 1)) * join;
            const x = mix(link.from, link.to, way);
            return (
              <g key={ant} className="film-ant" transform={`translate(${x.toFixed(2)} ${link.up})`} opacity={shown}>
                <circle cx="-20" r="11" />
                <circle cx="0" r="6.5" />
                <circle cx="19" r="8.5" />
              </g>
            );
          })}
          <path
            className="film-line"
            d={`M${link.to} ${link.back}H${mix(link.to, link.from, easedSpan(time, 2.6, 3.6)).toFixed(2)}`}
            opacity={span(time, 2.6, 2.7)}
          />
        </g>
        <path
          className="film-cut"
          d={`M${mix(1200, 1176, cut)} ${mix(496, 472, cut)}l${48 * cut} ${48 * cut}m0 ${-48 * cut}l${-48 * cut} ${48 * cut}`}
          opacity={cut}
        />
      </svg>
      <p className="film-claim">
        <SettlingWords text={claim} time={time} from={7.2} to={8.2} />
      </p>
      <Pointer
        time={time}
        way={[
          { at: 3.1, place: [film.width + 60, 500] },
          { at: offlineAt - 0.05, place: '.scene-choice > .scene-option:nth-child(2)', click: true },
        ]}
      />
    </div>
  );
}
