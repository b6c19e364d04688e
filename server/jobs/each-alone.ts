/**
 * Does the work for each item, one after the other. One that fails holds up no other; at the end the failures are thrown, so
 * that the job counts as failed and is told.
 */
export async function eachAlone<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      faults.push(error);
    }
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} failed, the first: ${String(faults[0])}`);
}
