import { expect, it } from 'vitest';
import { eachAlone } from './each-alone.ts';

it('does the work for all, and fails at the end when one has failed', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item < 3) throw new Error(`no ${item}`);
    done.push(item);
  };
  await eachAlone([3, 4], work);
  await expect(eachAlone([1, 5, 6], work)).rejects.toThrow(/^no 1$/);
  await expect(eachAlone([1, 7, 2], work)).rejects.toThrow(/^2 failed, the first: Error: no 1$/);
  expect(done).toEqual([3, 4, 5, 6, 7]);
});
