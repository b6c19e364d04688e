import { expect, it } from 'vitest';
import { paths } from '../../shared/paths.ts';
import { renderPage } from './entry-server.tsx';

/** A page without its messages. */
const boot = { locale: 'en' as const, scripts: [], messages: {}, messageFiles: {}, documents: {} };

it('rejects for a page that cannot be rendered, and leaves no fault to end the process', async () => {
  const page = { path: paths.contact, day: '2026-12-24', origin: '' };
  await expect(renderPage(page, boot, new Map())).rejects.toThrow(/The message .* is not loaded/);
  // What React reports later would end `npm run dev`; the test runner fails for it.
  await new Promise((resolve) => setImmediate(resolve));
});
