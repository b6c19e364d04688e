import '@fontsource/jetbrains-mono/latin-400.css';
import '../../app/styles/site.css';
import './film.css';
import './film-desktop.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createCatalogue } from '../../app/messages/catalogue.ts';
import { MessagesContext } from '../../app/messages/messages-context.ts';
import { Film } from './film.tsx';
import { Poster } from './poster.tsx';

declare global {
  interface Window {
    /** Draws the picture of a moment and returns its content: the same text means the same picture. */
    showMoment(timeMs: number): string;
    /** Draws the player's poster with these words. */
    showPoster(text: string): void;
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

window.showMoment = (timeMs) => {
  flushSync(() =>
    root.render(
      <MessagesContext value={catalogue}>
        <Film timeMs={timeMs} />
      </MessagesContext>,
    ),
  );
  return element.innerHTML;
};

window.showPoster = (text) => flushSync(() => root.render(<Poster text={text} />));
