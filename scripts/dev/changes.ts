import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { writeMessageTypes } from '../build/catalogues.ts';
import type { Backend } from './backend.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What open pages show, and what the server and the login provider are made of. */
const shown = /^(app|content|shared|public|scripts\/build)\//;
const served = /^(server|shared|stand-ins|content\/(legal|consent|server))\/(?!.*\.test\.ts$)/;

/** Brings saved changes into open pages and into the server, and prints how long that took. */
export function showChanges(backend: Backend): { plugin: Plugin; reloadAtNext(): void } {
  let unseen: (() => void) | undefined;
  let mustReload = false;
  const plugin: Plugin = {
    name: 'show-changes',
    configureServer({ environments }) {
      environments.client.hot.on('seen', () => {
        unseen?.();
        unseen = undefined;
      });
    },
    hotUpdate({ file, modules }) {
      const { name, hot } = this.environment;
      if (name !== 'client') return undefined;
      const changed = path.relative(root, file).split(path.sep).join('/');
      const savedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      const tell = (what: string) => () =>
        console.log(`  ${changed} ${what} after ${((Date.now() - savedAt) / 1000).toFixed(2)} s`);
      if (served.test(changed)) backend.restart(tell('served'));
      if (!shown.test(changed)) return undefined;
      unseen = tell('seen');
      if (changed.startsWith('content/messages/en/')) writeMessageTypes();
      if (modules.some((module) => module.file === file) && !mustReload) return undefined;
      // Sentences, documents and embedded scripts cannot be replaced in open pages.
      mustReload = false;
      hot.send({ type: 'full-reload' });
      return [];
    },
  };
  return {
    plugin,
    // A page that could not be rendered has nothing to be replaced.
    reloadAtNext() {
      mustReload = true;
    },
  };
}
