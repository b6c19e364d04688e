import { Choice } from '../../app/scenes/choice.tsx';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { KeptPrivate } from '../../app/scenes/keyword-scene.tsx';
import { Spoken } from '../../app/scenes/passages.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { easedSpan, span } from './motion.ts';
import { Pointer } from './pointer.tsx';
import { Result, SpokenTrail } from './result.tsx';
import { entry, option, type WindowChapter } from './window-chapter.ts';
import { HeardWords, SettlingParts, SettlingWords } from './words.tsx';

const toneStarts = { neutral: 0, formal: 2.6, friendly: 5 } as const;
const tones = Object.keys(toneStarts) as (keyof typeof toneStarts)[];
const toneAt = (time: number) => tones.findLast((tone) => time >= toneStarts[tone])!;

const tone: WindowChapter = {
  Top: ({ time }) => <Choice names={interfaceTexts.tones} chosen={toneAt(time)} label={interfaceTexts.tone} />,
  Content: ({ time }) => {
    const chosen = toneAt(time);
    const from = toneStarts[chosen];
    return (
      <Result time={time} from={0.2}>
        <p className="film-large" key={chosen}>
          <SettlingWords text={onScreen.tones[chosen]} time={time} from={from + 0.15} to={from + 1.3} />
        </p>
      </Result>
    );
  },
  Hand: ({ time }) => (
    <Pointer
      time={time}
      way={[
        { at: 1.2, place: entry },
        { at: 2.55, place: option(2), click: true },
        { at: 4.95, place: option(3), click: true },
      ]}
    />
  ),
};

/** The entries of a list appear one after the other. */
const listed = (time: number, index: number) => ({
  opacity: easedSpan(time, 0.2 + index * 0.15, 0.7 + index * 0.15),
});

const vocabulary: WindowChapter = {
  Content: ({ time }) => (
    <div className="film-columns">
      <div className="scene-list">
        <span className="scene-label">{interfaceTexts.vocabulary}</span>
        <ul>
          {onScreen.vocabulary.terms.map((term, index) => (
            <li key={term} style={listed(time, index)}>
              {term}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <SpokenTrail time={time} shown={0.5} runsOn={2.4}>
          <Spoken label="">
            <HeardWords text={onScreen.vocabulary.spoken} time={time} from={0.7} to={2.4} />
          </Spoken>
        </SpokenTrail>
        <Result time={time} from={2.7}>
          <p>
            <SettlingParts parts={onScreen.vocabulary.written} time={time} from={2.9} to={4.2} mark="film-mark-amber" />
          </p>
        </Result>
      </div>
    </div>
  ),
};

const keywords: WindowChapter = {
  Content: ({ time }) => {
    const { keywords: known, spoken, written } = onScreen.keywords;
    const heard = span(time, 0.7, 2.1) * spoken.length;
    return (
      <div className="film-columns">
        <div className="scene-list">
          <span className="scene-label">{interfaceTexts.keywords}</span>
          <ul>
            {known.map((keyword, index) => (
              <li key={keyword} style={listed(time, index)}>
                {keyword} <KeptPrivate />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <SpokenTrail time={time} shown={0.5} runsOn={2.2}>
            <Spoken label="">
              {spoken.map((part, index) => (
                <span
                  key={part}
                  className={`${heard <= index ? 'film-unheard' : ''} ${index === 1 ? 'scene-keyword' : ''}`}
                >
                  {part}
                </span>
              ))}
            </Spoken>
          </SpokenTrail>
          <Result time={time} from={2.5}>
            <p>
              <SettlingParts parts={written} time={time} from={2.7} to={3.9} mark="film-mark-moss" />
            </p>
          </Result>
        </div>
      </div>
    );
  },
};

/** How the app writes: in which tone, with which words. */
export const wordingChapters = { tone, vocabulary, keywords };
