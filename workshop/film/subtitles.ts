import { compileMessage } from '@lingui/message-utils/compileMessage';
import { renderMessage } from '../../app/messages/render-message.ts';
import { type FilmText, subtitlesOf } from '../../app/scenes/film-messages.ts';
import { subtitlesFrom } from '../../content/film/cuts.ts';
import { chapterStartsMs, filmChapters } from '../../content/film/timeline.ts';
import { readMessages } from '../../scripts/build/catalogues.ts';
import { type Locale, locales } from '../../shared/locales.ts';

/** What is shown from one moment of the film to another. */
export interface Cue {
  fromMs: number;
  toMs: number;
  text: string;
}

function filmText(locale: Locale): FilmText {
  const messages = readMessages(locale, 'film');
  return (id, values = {}) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`The film has no message ${id} in ${locale}.`);
    return renderMessage(compileMessage(message) as Parameters<typeof renderMessage>[0], values, locale);
  };
}

/** The subtitles of the whole film. */
export function captionCues(locale: Locale): Cue[] {
  const text = filmText(locale);
  return filmChapters.flatMap(({ id, subtitles }) => {
    const texts = subtitlesOf(id, locale, text);
    return subtitles.map(({ fromMs, toMs }, index) => ({
      fromMs: chapterStartsMs[id] + fromMs,
      toMs: chapterStartsMs[id] + toMs,
      text: texts[index]!,
    }));
  });
}

/** The chapters of the film with their titles. */
export function chapterCues(locale: Locale): Cue[] {
  const text = filmText(locale);
  return filmChapters.map(({ id, durationMs }) => ({
    fromMs: chapterStartsMs[id],
    toMs: chapterStartsMs[id] + durationMs,
    text: text(`film.${id}.title`),
  }));
}

const two = (value: number) => String(value).padStart(2, '0');
const timestamp = (ms: number) =>
  `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** At the top: below, browsers put the player's controls, and the film its trail. */
const atTheTop = ` line:${subtitlesFrom * 100}%`;

/** A WebVTT file (W3C WebVTT 1), its cues with these settings. */
function webVtt(cues: readonly Cue[], settings = ''): string {
  const blocks = cues.map(
    ({ fromMs, toMs, text }, index) =>
      `${index + 1}\n${timestamp(fromMs)} --> ${timestamp(toMs)}${settings}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** Every file of subtitles and chapters, by name. */
export function subtitleFiles(): Record<string, string> {
  return Object.fromEntries(
    locales.flatMap((locale) => [
      [`captions.${locale}.vtt`, webVtt(captionCues(locale), atTheTop)],
      [`chapters.${locale}.vtt`, webVtt(chapterCues(locale))],
    ]),
  );
}
