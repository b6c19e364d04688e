import { filmDurationMs } from '../../content/film/timeline.ts';
import { textsOf } from '../../scripts/build/texts.ts';
import { formatLength } from '../../shared/format.ts';
import type { Locale } from '../../shared/locales.ts';

/** The words in the player's poster. */
export const posterText = (locale: Locale): string => textsOf(locale)('film.poster');

/** Everything legible in that picture; stored in its file, so that a test notices when the picture is out of date. */
export const posterInscription = (locale: Locale): string => `${formatLength(filmDurationMs)} ${posterText(locale)}`;
