import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoopTurns, ReadQueue } from './turns.ts';

it('each turn of the event loop is one transfer’s, in the order in which they asked', async () => {
  const turns = new LoopTurns();
  const given: string[] = [];
  for (const name of ['first', 'second', 'third']) void turns.next().then(() => given.push(name));
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    seen.push(given.length);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(given).toEqual(['first', 'second', 'third']);
  // An emptied queue starts again.
  await turns.next();
});

it('no more reads run at once than there are places, and one that fails gives its place back', async () => {
  const queue = new ReadQueue(2);
  let running = 0;
  const most: number[] = [];
  const read = (name: string) => async () => {
    most.push(++running);
    await nextTurn();
    running--;
    if (name === 'bad') throw new Error('The disk does not answer.');
    return name;
  };
  const results = await Promise.allSettled(['bad', 'one', 'two', 'bad', 'three'].map((name) => queue.run(read(name))));
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    'failed',
    'one',
    'two',
    'failed',
    'three',
  ]);
  expect(Math.max(...most)).toBe(2);
  expect(await queue.run(read('four'))).toBe('four');
});
