import '@fontsource/jetbrains-mono/latin-400.css';
import '../../app/styles/site.css';
import './film.css';
import './chapters.css';
import './poster.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createCatalogue } from '../../app/messages/catalogue.ts';
import { MessagesContext } from '../../app/messages/messages-context.ts';
import type { CutName } from '../../content/film/cuts.ts';
import { Film } from './film.tsx';
import { measurePicture, type PictureMeasures } from './measure-picture.ts';
import { Poster } from './poster.tsx';
import type { PosterTexts } from './poster-text.ts';

declare global {
  interface Window {
    /** Draws the picture of a moment and returns its content: the same text means the same picture. */
    showMoment(timeMs: number, cut: CutName): string;
    /** Measures the picture that is drawn. */
    measurePicture(): PictureMeasures;
    /** Draws the player's poster with these words. */
    showPoster(texts: PosterTexts, cut: CutName): void;
  }
}

// The scenes ask for their texts' language; the film supplies its own words.
const catalogue = createCatalogue({
  locale: 'en',
  scripts: [],
  messages: {},
  messageFiles: {},
  documents: {},
});
const element = document.getElementById('film')!;
const root = createRoot(element);

window.showMoment = (timeMs, cut) => {
  flushSync(() =>
    root.render(
      <MessagesContext value={catalogue}>
        <Film timeMs={timeMs} cut={cut} />
      </MessagesContext>,
    ),
  );
  return element.innerHTML;
};

window.measurePicture = () => measurePicture(element);

window.showPoster = (texts, cut) => flushSync(() => root.render(<Poster texts={texts} cut={cut} />));
