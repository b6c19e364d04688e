import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Without preload lists, Vite's wrapper around each dynamic import only costs weight; styles are in the page itself.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** The site's build: `scripts/build/build-site.ts` runs it twice, for the browser and for the prerenderer. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwind(), ...(isSsrBuild ? [] : [plainImports])],
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        target: 'node24',
        outDir: 'dist/prerenderer',
        emptyOutDir: true,
        rolldownOptions: { input: 'app/entry-server.tsx' },
      }
    : {
        target: 'es2023',
        outDir: 'dist/site/public',
        emptyOutDir: true,
        manifest: true,
        // Pages and what they import are fetched ahead on intent; the preload list would weigh more than it saves.
        modulePreload: false,
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['app/entry-client.tsx', 'app/session/page-session.ts'],
          output: {
            codeSplitting: {
              groups: [
                // One long-lived file for what every page shares; the login client stays apart, it is fetched on demand.
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                },
                // What every page needs to find another: small modules compress better together.
                {
                  name: 'navigation',
                  test: /\/(app\/(navigation\/|routes\.ts)|content\/legal\/versions\.|shared\/(paths|locales)\.ts)/,
                },
              ],
            },
          },
        },
      },
}));
