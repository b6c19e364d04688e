import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askPerson } from './ask.ts';

const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });

async function answer(typed: string | undefined) {
  const [input, output] = [terminal(true), terminal(true)];
  const answered = askPerson('Right?', { input, output });
  if (typed === undefined) input.end();
  else input.write(typed);
  return { answered: await answered, shown: String(output.read()) };
}

it.each([
  ['y\n', true],
  [' Yes \n', true],
  ['n\n', false],
  ['\n', false],
  ['yn\n', false],
  [undefined, false],
])('takes %j for %s', async (typed, meaning) => {
  expect(await answer(typed)).toMatchObject({ answered: meaning, shown: expect.stringContaining('Right? [y/N] ') });
});

it.each([
  [false, true],
  [true, false],
])('asks nobody where no person sits at both ends: %s, %s', async (input, output) => {
  expect(await askPerson('Right?', { input: terminal(input), output: terminal(output) })).toBeUndefined();
});
