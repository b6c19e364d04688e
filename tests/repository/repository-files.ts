import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Every file that is or would be committed, relative to the root. */
export const repositoryFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((file) => file && fs.existsSync(path.join(root, file)));

const textEndings =
  /\.(ts|tsx|mts|mjs|js|css|json|md|html|svg|txt|xml|yml|yaml|sql|grit|vtt|webmanifest)$|(^|\/)(\.[a-z]+|run)$/;

/** Those that contain text. */
export const textFiles = repositoryFiles.filter((file) => textEndings.test(file));

export function readText(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

/** Lines of `file` that match, as `file:line: text`. */
export function findLines(file: string, pattern: RegExp): string[] {
  return readText(file)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : []));
}

/** Code without its comments, keeping the line numbers. */
export function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));
}
