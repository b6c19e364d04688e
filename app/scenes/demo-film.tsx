import { useEffect, useRef } from 'react';
import { type CutName, cuts } from '../../content/film/cuts.ts';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { useMessages } from '../messages/use-messages.ts';
import { filmAddress, filmFolder, posterAddress, tallScreens } from './film-address.ts';

/** The id of the player, for links that play the film from a given moment. */
export const filmElementId = 'film';

/** A cut in its two formats. A browser takes the first source that it can play and whose screen this is. */
function Sources({ cut, media }: { cut: CutName; media?: string }) {
  return (
    <>
      <source src={filmAddress(cut, 'webm')} type='video/webm; codecs="vp09.00.40.08"' media={media} />
      <source src={filmAddress(cut, 'mp4')} type='video/mp4; codecs="avc1.640028"' media={media} />
    </>
  );
}

/** Nothing: the picture is behind the player. Without a poster, Chromium would paint its player grey. */
const clear = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

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
 * The film about the app, in a cut for wide screens and one for phones, with subtitles in five languages. Before play, only
 * its first picture is fetched: a track marked as default would be fetched too, so subtitles are switched on when the film
 * starts. A poster cannot depend on the screen, so the picture is one of the page, below the player. The player's controls
 * wait until it is in view (app/site/inline/after-first-frame.ts).
 */
export function DemoFilm({ seenFirst = false }: Props) {
  const { t, locale } = useMessages();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    const begin = () => {
      // A phone may be turned while it plays: what the cut leaves free is not the picture of the other one.
      player.dataset.begun = '';
      showSubtitles(player, locale);
    };
    // It may be playing before the page is interactive.
    if (!player.paused) begin();
    const shown = new AbortController();
    const { signal } = shown;
    player.addEventListener('play', begin, { once: true, signal });
    // A browser chooses among the sources once; before the film has begun, it may choose again.
    const chooseAgain = () => {
      if (player.dataset.begun === undefined) player.load();
    };
    matchMedia(tallScreens).addEventListener('change', chooseAgain, { signal });
    return () => shown.abort();
  }, [locale]);
  return (
    <figure>
      <div className="film">
        <picture>
          {(['avif', 'webp'] as const).map((format) => (
            <source
              key={format}
              media={tallScreens}
              type={`image/${format}`}
              srcSet={posterAddress(locale, 'tall', format)}
              {...cuts.tall.poster}
            />
          ))}
          <source type="image/avif" srcSet={posterAddress(locale, 'wide', 'avif')} />
          <img
            src={posterAddress(locale, 'wide', 'webp')}
            alt=""
            {...cuts.wide.poster}
            {...(seenFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          />
        </picture>
        {/* biome-ignore lint/a11y/useMediaCaption: there is a track for each language */}
        <video
          ref={video}
          id={filmElementId}
          aria-label={t('player.label')}
          controls
          playsInline
          preload="none"
          poster={clear}
        >
          <Sources cut="tall" media={tallScreens} />
          <Sources cut="wide" />
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
          <span>{t('player.unsupported')}</span>
        </video>
      </div>
      <figcaption className="scene-caption">{t('player.caption')}</figcaption>
    </figure>
  );
}
