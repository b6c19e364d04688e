import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runStep } from '../../../scripts/commands/step.mjs';

/** What we read of a result: https://github.com/GoogleChrome/lighthouse, types/lhr. */
interface Result {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined>;
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { type?: string; items?: unknown } } | undefined
  >;
}

interface Flags {
  port: number;
  output: 'json';
  logLevel: 'error';
  onlyCategories: string[];
}

type Lighthouse = (url: string, flags: Flags) => Promise<{ lhr: Result } | undefined>;

const packages = path.join(import.meta.dirname, 'node_modules');
const readJson = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * Lighthouse, which is installed when somebody first measures a page: it brings a quarter of all files that everybody else would
 * install, too (docs/decisions/0079).
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const place = path.join(packages, 'lighthouse');
  const installed = path.join(place, 'package.json');
  const { dependencies } = readJson(path.join(import.meta.dirname, 'package.json'));
  if (!fs.existsSync(installed) || readJson(installed).version !== dependencies.lighthouse)
    await runStep({
      title: 'Installing Lighthouse',
      log: 'lighthouse',
      command: 'npm',
      args: ['ci', `--prefix=${import.meta.dirname}`, '--ignore-scripts', '--no-audit', '--no-fund'],
      shell: process.platform === 'win32',
    });
  return (await import(pathToFileURL(path.join(place, 'core/index.js')).href)).default;
}
