import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sessionEntries } from './app/account/session/entries.ts';

/**
 * Leaves dynamic imports as they are: without preload lists (see below) and with all styles there before any script (0023),
 * Vite's wrapper around each of them has nothing to do and only costs weight.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  configResolved({ plugins }) {
    const wrapper = plugins.findIndex(({ name }) => name === 'native:import-analysis-build');
    if (wrapper === -1)
      throw new Error('Vite has no plugin any more that wraps dynamic imports: plain-imports can go.');
    (plugins as Plugin[]).splice(wrapper, 1);
  },
};

/**
 * The site's build: `scripts/build/build-site.ts` runs it twice, for the browser and for the prerenderer. `npm run dev` takes
 * its plugins.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwind(), ...(isSsrBuild ? [] : [plainImports])],
  publicDir: isSsrBuild ? false : 'public',
  // Pages do not present themselves to React's developer tools: what it takes would be sent to every visitor.
  ...(command === 'build' && !isSsrBuild && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
  build: isSsrBuild
    ? {
        target: 'node24',
        outDir: 'dist/prerenderer',
        emptyOutDir: true,
        rolldownOptions: { input: 'app/site/entry-server.tsx' },
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
          input: ['app/site/entry-client.tsx', sessionEntries[0]],
          // The inline scripts read `begun` of the session's entry by its name.
          preserveEntrySignatures: 'allow-extension',
          output: {
            // A name says nothing: lists that block notices about cookies go by names (docs/decisions/0066).
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            hashCharacters: 'hex',
            codeSplitting: {
              groups: [
                // What a session needs before anything else of the page is here: without React (docs/decisions/0016).
                {
                  name: 'session-start',
                  test: /\/(app\/account\/session\/(page-session|session-(store|channel|signs|states))|app\/site\/(root-signals|store)|shared\/(paths|locales|configuration|session-signs))\.ts/,
                  priority: 3,
                },
                // One long-lived file for what every page shares; the login client stays apart, it is fetched on demand.
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                  priority: 2,
                },
                // The frame of all pages with everything that it imports: small modules compress better together.
                {
                  name: 'frame',
                  test: /\/app\/site\/entry-client\.tsx/,
                  priority: 1,
                },
                // What is only ever needed together: each file of its own costs what its compression cannot share.
                ...[
                  /use-(answer|api)\.ts/,
                  /(use-act|problem)\.ts/,
                  /(holder-only|account-rooms)\.tsx/,
                  /shared\/(format|numbers)\.ts/,
                  /(components\/by-sales|business\/launch)\.tsx?/,
                ].map((names) => ({
                  name: 'together',
                  test: names,
                  includeDependenciesRecursively: false,
                })),
              ],
            },
          },
        },
      },
}));
