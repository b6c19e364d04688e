import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { framesPerSecond } from '../../content/film/timeline.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { filmInscription } from './film-inscription.ts';

/** Throws an `ExplainedError` that says what to install when there is no ffmpeg. */
export function requireFfmpeg(): void {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return;
  throw new ExplainedError(
    'The film is encoded with ffmpeg, which is not installed. On Debian and Ubuntu: apt-get install ffmpeg',
  );
}

async function finished(process: ReturnType<typeof spawn>): Promise<void> {
  const [code] = await once(process, 'close');
  if (code !== 0) throw new ExplainedError(`ffmpeg ended with ${code}.`);
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  await finished(spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'inherit', 'inherit'] }));
}

/** Combines PNG pictures into a film without loss. Write each picture, then end the stream and await `done`. */
export function losslessFilm(file: string): { pictures: Writable; done: Promise<void> } {
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(framesPerSecond), '-i', '-'];
  const process = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', ...input, '-c:v', 'libx264rgb', '-qp', '0', '-preset', 'ultrafast', file],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  return { pictures: process.stdin, done: finished(process) };
}

// Browsers treat untagged 1080p as BT.709; tagging it prevents a shift of the amber.
const colours = [
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
];
const bitexact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
const inscribed = ['-metadata', `comment=${filmInscription}`];

/** H.264 in MP4 with its index in front, so that it plays while it loads. */
export async function encodeMp4(source: string, target: string): Promise<void> {
  const codec = ['-c:v', 'libx264', '-preset', 'slower', '-tune', 'animation', '-crf', '19'];
  const form = ['-profile:v', 'high', '-level', '4.0', '-g', '150', '-movflags', '+faststart'];
  await ffmpeg(['-i', source, ...colours, ...codec, ...form, ...bitexact, ...inscribed, '-an', target]);
}

/** VP9 in WebM, in two passes. */
export async function encodeWebm(source: string, target: string, logFile: string): Promise<void> {
  const codec = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '29', '-g', '240', '-row-mt', '1', '-tile-columns', '2'];
  const common = ['-i', source, ...colours, ...codec, ...bitexact, '-an', '-passlogfile', logFile];
  await ffmpeg([...common, '-pass', '1', '-cpu-used', '4', '-f', 'null', '-']);
  await ffmpeg([...common, '-pass', '2', '-cpu-used', '3', ...inscribed, target]);
}
