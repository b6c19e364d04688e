import { useEffect, useRef } from 'react';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { useMessages } from '../messages/use-messages.ts';
import { filmAddress, filmFolder, posterAddress } from './film-address.ts';

/** The id of the player, for links that play the film from a given moment. */
export const filmElementId = 'film';

/** Shows the subtitles in the page's language unless the visitor has chosen others. */
function showSubtitles(player: HTMLVideoElement, locale: Locale): void {
  const tracks = [...player.textTracks];
  if (tracks.some(({ mode }) => mode === 'showing')) return;
  for (const track of tracks) {
    if (track.kind === 'chapters') track.mode = 'hidden';
    else if (track.language === locale) track.mode = 'showing';
  }
}

interface Props {
  /**
   * The film is visible as the page opens, and its first picture belongs to the first frame. Otherwise it comes later.
   */
  seenFirst?: boolean;
}

/**
 * The film about the app, with subtitles in five languages. Before play, only its first picture is fetched: a track
 * marked as default would be fetched too, so subtitles are switched on when the film starts. The player's controls wait
 * until it is in view (app/site/inline/after-first-frame.ts).
 */
export function DemoFilm({ seenFirst = false }: Props) {
  const { t, locale } = useMessages();
  const video = useRef<HTMLVideoElement>(null);
  const poster = posterAddress(locale);
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    player.poster = poster;
    const begin = () => showSubtitles(player, locale);
    // It may be playing before the page is interactive.
    if (!player.paused) begin();
    player.addEventListener('play', begin, { once: true });
    return () => player.removeEventListener('play', begin);
  }, [locale, poster]);
  return (
    <figure>
      <video
        ref={video}
        id={filmElementId}
        className="film"
        aria-label={t('scenes.film.label')}
        controls
        playsInline
        preload="none"
        {...(seenFirst ? { poster } : { 'data-poster': poster })}
        width="1920"
        height="1080"
      >
        <source src={`${filmAddress}.webm`} type='video/webm; codecs="vp09.00.40.08"' />
        <source src={`${filmAddress}.mp4`} type='video/mp4; codecs="avc1.640028"' />
        {locales.map((language) => (
          <track
            key={language}
            kind="captions"
            src={`${filmFolder}/captions.${language}.vtt`}
            srcLang={language}
            label={localeNames[language]}
          />
        ))}
        <track kind="chapters" src={`${filmFolder}/chapters.${locale}.vtt`} srcLang={locale} />
        <span>{t('scenes.film.unsupported')}</span>
      </video>
      <figcaption className="scene-caption">{t('scenes.film.caption')}</figcaption>
    </figure>
  );
}
