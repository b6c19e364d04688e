import type { MouseEvent } from 'react';
import { chapterStartsMs, type FilmChapterId, filmChapters } from '../../content/film/timeline.ts';
import type { MessageId } from '../../content/generated/message-arguments.ts';
import { formatLength } from '../../shared/format.ts';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { filmElementId } from './demo-film.tsx';
import { filmAddress } from './film-address.ts';
import { type FilmText, seenIn, subtitlesOf } from './film-messages.ts';

/**
 * Plays the film on this page from a given moment, scrolled into view and with the focus on the player. Without a
 * script, the link opens the film's file at that moment.
 */
function playFrom(event: MouseEvent, seconds: number): void {
  const video = document.getElementById(filmElementId);
  if (!(video instanceof HTMLVideoElement)) return;
  event.preventDefault();
  video.currentTime = seconds;
  // The controls wait until the film is in view (app/site/inline/after-first-frame.ts); without them it takes no focus.
  video.controls = true;
  video.focus({ preventScroll: true });
  video.scrollIntoView({ block: 'nearest' });
  // A browser may require a click on the player itself.
  video.play().catch(() => {});
}

/** The film in writing, chapter by chapter: its subtitles, and what its pictures show (WCAG 1.2.1). */
export function FilmTranscript() {
  const { t } = useMessages();
  return (
    <ol className="film-transcript">
      {filmChapters.map(({ id }) => (
        <li key={id}>
          <h3>
            <a
              className="film-link"
              href={`${filmAddress('wide', 'mp4')}#t=${chapterStartsMs[id] / 1000}`}
              onClick={(event) => playFrom(event, chapterStartsMs[id] / 1000)}
            >
              <span className="film-time">{formatLength(chapterStartsMs[id])}</span>{' '}
              <span>{t(`film.${id}.title`)}</span>
            </a>
          </h3>
          <Said id={id} />
          <Seen id={id} />
        </li>
      ))}
    </ol>
  );
}

/** A chapter's subtitles; the first one has none. */
function Said({ id }: { id: FilmChapterId }) {
  const { t, locale } = useMessages();
  const sentences = subtitlesOf(id, locale, t as FilmText);
  return sentences.length > 0 && <p>{sentences.join(' ')}</p>;
}

/** What a chapter's pictures show. Spoken and written texts look like the app's texts on every page. */
function Seen({ id }: { id: FilmChapterId }) {
  const { t } = useMessages();
  const { values, passages } = seenIn[id];
  return (
    <>
      {values && (
        <p className="film-seen">
          <SeenText id={`film.${id}.seen`} values={values} />
        </p>
      )}
      {passages.length > 0 && (
        <div className="specimen film-passages">
          {passages.map(({ kind, label, text }) => (
            <p key={text} className={kind}>
              {label && <span className="film-label">{t(label)}</span>}
              <span lang="en">{text}</span>
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** The film is dictated in English, whatever the language of the page. */
function SeenText({ id, values }: { id: string; values: Record<string, string> }) {
  const Message = RichMessage as (props: {
    id: MessageId;
    values: Record<string, string>;
    elements: Record<string, React.ReactElement>;
  }) => React.ReactNode;
  return <Message id={id as MessageId} values={values} elements={{ en: <span lang="en" /> }} />;
}
