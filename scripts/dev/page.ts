/** What pages load under `npm run dev`: their scripts at once, so that changes have something to replace. */
import '@vitejs/plugin-react/preamble';

/**
 * Reports to the command, which measures the time, that the page has been drawn. Nobody sees a page in the background.
 */
function tellWhenDrawn(): void {
  if (document.hidden) return;
  requestAnimationFrame(() => setTimeout(() => import.meta.hot?.send('seen')));
}

import.meta.hot?.on('vite:afterUpdate', tellWhenDrawn);
tellWhenDrawn();
await import('../../app/site/entry-client.tsx');
