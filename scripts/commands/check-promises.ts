import { periodPromises } from '../../shared/business/promises.ts';
import type { TestCounts } from './test-counts.ts';
import { runVitest } from './test-runs.ts';

/**
 * `npm run check -- promises`: whether the test of each promised period notices that its constant is another number. One
 * run per constant, each of which must fail; `vitest.config.ts` shifts the constant as it reads the file, which stays as it is.
 */
export async function checkPromises(): Promise<void> {
  const outcomes: { id: string; isNoticed: boolean }[] = [];
  for (const { id, constant, keeper } of periodPromises) {
    if (keeper.kind !== 'code') continue;
    const counts = await runVitest([keeper.test], { ...process.env, SHIFTED_CONSTANT: constant });
    outcomes.push({ id, isNoticed: isRedForItself(counts) });
  }
  console.log();
  for (const { id, isNoticed } of outcomes) console.log(`${id.padEnd(22)} ${isNoticed ? 'noticed' : 'NOT NOTICED'}`);
  const missed = outcomes.filter(({ isNoticed }) => !isNoticed).length;
  console.log(`\n${outcomes.length - missed} of ${outcomes.length} shifted constants were noticed`);
  if (missed) process.exitCode = 1;
}

/** A run that never came to its tests fails, too; in this one some pass, because they are about something else. */
const isRedForItself = ({ passed, failed }: TestCounts) => failed > 0 && passed > 0;
