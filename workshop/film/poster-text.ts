import { formatLength } from '../../app/messages/format.ts';
import { filmDurationMs } from '../../content/film/timeline.ts';
import { textsOf } from '../../scripts/build/texts.ts';
import type { Locale } from '../../shared/locales.ts';

/** The words in the picture that stands in the player before the film is played. */
export const posterText = (locale: Locale): string => textsOf(locale)('film.poster');

/** All that can be read in that picture; its file says it, so that a test sees when the picture is out of date. */
export const posterInscription = (locale: Locale): string => `${formatLength(filmDurationMs)} ${posterText(locale)}`;
