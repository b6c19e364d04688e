import { expect, test } from 'vitest';
import { createDownloadWorld, reach, streamOf } from '../../../../tests/factories/download-world.ts';
import { DownloadFault } from './download-fault.ts';
import { planParts } from './part-plan.ts';

test('a file is fetched in parts, several at once, and each part once', async () => {
  const world = createDownloadWorld({ parts: 6 });
  let open = 0;
  let mostOpen = 0;
  world.disturb = (range) => {
    mostOpen = Math.max(mostOpen, ++open);
    const stream = streamOf(world.content.subarray(range.first, range.last + 1));
    return new Promise((resolve) =>
      setTimeout(() => {
        open--;
        resolve(stream);
      }, 2),
    );
  };
  const download = world.open();
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges.map(({ first, last }) => [first, last]).sort(([a], [b]) => a! - b!)).toEqual([
    [0, 999],
    [1000, 1999],
    [2000, 2999],
    [3000, 3999],
    [4000, 4999],
    [5000, 5699],
  ]);
  expect(mostOpen).toBe(3);
  expect(world.disk.size).toBe(0);
  expect(download.snapshot()).toMatchObject({ doneBytes: 5700, sizeBytes: 5700, repairs: 0, fault: null });
});

test('a part that arrives damaged is fetched again, and only that one', async () => {
  const world = createDownloadWorld();
  let isDamaged = false;
  world.disturb = ({ first, last }) => {
    if (first !== 2000 || isDamaged) return undefined;
    isDamaged = true;
    const bytes = Uint8Array.from(world.content.subarray(first, last + 1));
    bytes[500]! ^= 1;
    return streamOf(bytes);
  };
  const download = world.open();
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges).toHaveLength(6);
  expect(world.ranges.filter(({ first }) => first === 2000)).toHaveLength(2);
  expect(download.snapshot().repairs).toBe(1);
});

test('a part that always arrives damaged ends the download; what is whole is kept', async () => {
  const world = createDownloadWorld();
  world.disturb = ({ first, last }) => (first === 4000 ? streamOf(new Uint8Array(last - first + 1)) : undefined);
  const download = world.open();
  download.start();
  await reach(download, 'done', 'failed');
  expect(download.snapshot()).toMatchObject({ step: 'failed', fault: 'damaged' });
  expect([...world.disk.keys()].sort()).toEqual([0, 1, 2, 3]);
  expect(world.saved).toBeNull();
});

test('a broken connection goes on in the middle of a part, after waits that grow', async () => {
  const world = createDownloadWorld({ parts: 1 });
  let breaks = 4;
  world.disturb = ({ first, last }) => {
    if (breaks-- <= 0) return undefined;
    if (breaks === 3) return streamOf(world.content.subarray(first, first + 300), { thenFail: true });
    if (breaks === 2) return streamOf(world.content.subarray(first, Math.min(first + 200, last)));
    return Promise.reject(new DownloadFault('interrupted', { retryAfterMs: breaks === 0 ? 99 : 0 }));
  };
  const download = world.open();
  const steps: string[] = [];
  download.subscribe(() => steps.push(download.snapshot().step));
  download.start();
  await reach(download, 'done', 'failed');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges.map(({ first }) => first)).toEqual([0, 300, 500, 500, 500]);
  const [first, second, third, fourth] = world.waits;
  for (const wait of [first!, second!]) expect(wait).toBeLessThanOrEqual(4);
  expect(third).toBeGreaterThanOrEqual(4);
  // As the server asks.
  expect(fourth).toBe(99);
  expect(steps).toContain('waiting');
});

test('a transfer that brings nothing any more is broken off and taken up again', async () => {
  const world = createDownloadWorld({ parts: 1 });
  world.disturb = () =>
    world.ranges.length === 1
      ? new ReadableStream({
          start: (controller) => controller.enqueue(Uint8Array.from(world.content.subarray(0, 50))),
        })
      : undefined;
  const download = world.open();
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
  expect(world.ranges.map(({ first }) => first)).toEqual([0, 50]);
});

test('a link that is refused is replaced once for all transfers', async () => {
  const world = createDownloadWorld();
  world.disturb = () => (world.renewals === 0 ? Promise.reject(new DownloadFault('link-refused')) : undefined);
  const download = world.open();
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
  expect(world.renewals).toBe(1);
});

test('a new link that is refused too ends the download, and so does a session that is over', async () => {
  const refusing = createDownloadWorld();
  refusing.disturb = () => Promise.reject(new DownloadFault('link-refused'));
  const refused = refusing.open();
  refused.start();
  await reach(refused, 'done', 'failed');
  expect(refused.snapshot().fault).toBe('link-refused');

  const signedOut = createDownloadWorld();
  signedOut.disturb = refusing.disturb;
  signedOut.ports.renewLink = () => Promise.reject(new DownloadFault('sign-in-needed'));
  const ended = signedOut.open();
  ended.start();
  await reach(ended, 'done', 'failed');
  expect(ended.snapshot().fault).toBe('sign-in-needed');
});

test('a pause keeps what has arrived, of unfinished parts too', async () => {
  const world = createDownloadWorld({ parts: 2 });
  const held = (range: { first: number; last: number }) =>
    new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(Uint8Array.from(world.content.subarray(range.first, range.first + 400))),
    });
  world.disturb = held;
  const download = world.open();
  download.start();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await download.pause();
  expect(download.snapshot()).toMatchObject({ step: 'paused', doneBytes: 800 });
  const asked = world.ranges.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(world.ranges).toHaveLength(asked);

  world.disturb = () => undefined;
  download.start();
  await reach(download, 'done', 'failed');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges.slice(asked).map(({ first }) => first)).toEqual([400, 1400]);
});

test('after a reload only the parts that are missing are fetched', async () => {
  const world = createDownloadWorld();
  for (const index of [0, 3]) world.disk.set(index, world.content.subarray(index * 1000, index * 1000 + 1000));
  const download = world.open();
  download.start();
  await reach(download, 'done', 'failed');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges.map(({ first }) => first).sort()).toEqual([1000, 2000, 4000]);
});

test('a part that the disk has spoilt is found and fetched again', async () => {
  const world = createDownloadWorld();
  for (const { index, first, lengthBytes } of world.parts)
    world.disk.set(index, Buffer.from(world.content.subarray(first, first + lengthBytes)));
  world.disk.get(1)![10]! ^= 1;
  const download = world.open();
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges.map(({ first }) => first)).toEqual([1000]);
  expect(download.snapshot().repairs).toBe(1);
});

test('a disk without room is told before anything is fetched', async () => {
  const world = createDownloadWorld();
  world.room = world.content.length - 1;
  const download = world.open();
  download.start();
  await reach(download, 'failed', 'done');
  expect(download.snapshot().fault).toBe('no-space');
  expect(world.ranges).toEqual([]);

  world.room = world.content.length;
  download.start();
  expect(await reach(download, 'done', 'failed')).toBe('done');
});

/** A world in which only so many parts fit on the disk, and how many were kept at each write into the file. */
function tightWorld({ isSameDisk, fails }: { isSameDisk: boolean; fails?: number }) {
  const world = createDownloadWorld();
  const kept: number[] = [];
  let fileParts = 0;
  const capacity = 6;
  world.ports.store.hasRoomFor = async (bytes) =>
    world.disk.size + (isSameDisk ? fileParts : 0) + bytes / 1000 <= capacity + 1;
  const { openTarget } = world.ports;
  world.ports.openTarget = async () => {
    const target = await openTarget();
    return {
      ...target,
      async abort() {
        fileParts = 0;
      },
      async write(bytes) {
        if (fileParts === fails) throw new DownloadFault('place-gone');
        kept.push(world.disk.size);
        await target.write(bytes);
        fileParts++;
      },
    };
  };
  return { world, kept };
}

test('where the room for parts and file together is lacking, parts leave when the next one needs it', async () => {
  const { world, kept } = tightWorld({ isSameDisk: true });
  const download = world.open();
  download.start();
  await reach(download, 'done', 'failed');
  expect(world.saved).toEqual(world.content);
  expect(kept).toEqual([5, 4, 3, 2, 1]);
});

test('a file on another disk costs no part, whatever becomes of it', async () => {
  const { world, kept } = tightWorld({ isSameDisk: false, fails: 4 });
  const download = world.open();
  download.start();
  await reach(download, 'failed', 'done');
  expect(kept).toEqual([5, 5, 5, 5]);
  expect(download.snapshot()).toMatchObject({ fault: 'place-gone', keepsParts: true, doneBytes: 4700 });
});

test('parts that have made room for a file that failed are told as missing, and fetched again', async () => {
  const { world } = tightWorld({ isSameDisk: true, fails: 3 });
  const download = world.open();
  download.start();
  await reach(download, 'failed', 'done');
  expect(download.snapshot()).toMatchObject({ fault: 'place-gone', keepsParts: false, doneBytes: 1700 });
  const asked = world.ranges.length;
  download.start();
  await reach(download, 'failed', 'done');
  expect(world.ranges.slice(asked).map(({ first }) => first)).toEqual([0, 1000, 2000]);
});

test('a place that cannot be written keeps the parts, and another place takes the file', async () => {
  const world = createDownloadWorld();
  const { openTarget } = world.ports;
  world.ports.openTarget = () => Promise.reject(new DownloadFault('place-forbidden'));
  const download = world.open();
  download.start();
  await reach(download, 'failed', 'done');
  expect(download.snapshot().fault).toBe('place-forbidden');
  expect(world.disk.size).toBe(5);

  world.ports.openTarget = openTarget;
  const asked = world.ranges.length;
  download.start();
  await reach(download, 'done', 'failed');
  expect(world.saved).toEqual(world.content);
  expect(world.ranges).toHaveLength(asked);
});

test('more bytes than a part has are refused', async () => {
  const world = createDownloadWorld({ parts: 1 });
  world.disturb = () => streamOf(new Uint8Array(2000));
  const download = world.open();
  download.start();
  await reach(download, 'failed', 'done');
  expect(download.snapshot().fault).toBe('unusable');
});

test('hashes that cannot be those of the file are refused', () => {
  expect(() => planParts({ sizeBytes: 2001, parts: { sizeBytes: 1000, sha256: ['a', 'b'] } })).toThrow(RangeError);
  expect(() => planParts({ sizeBytes: 0, parts: { sizeBytes: 1000, sha256: [] } })).toThrow(RangeError);
});

test('a transfer that fails stops the others before the failure is told', async () => {
  const world = createDownloadWorld();
  const writing = Promise.withResolvers<void>();
  const { write } = world.ports.store;
  world.ports.store.write = async (part, bytes) => {
    if (part.index === 1) throw new DownloadFault('no-space');
    await writing.promise;
    await write(part, bytes);
  };
  const download = world.open();
  download.start();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(download.snapshot().step).toBe('running');
  writing.resolve();
  await reach(download, 'failed', 'done');
  expect(download.snapshot()).toMatchObject({ step: 'failed', fault: 'no-space' });
  const [asked, stored] = [world.ranges.length, world.disk.size];
  expect(asked).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([world.ranges.length, world.disk.size]).toEqual([asked, stored]);
});

test('a pause is over once nothing is written any more', async () => {
  const world = createDownloadWorld({ parts: 1 });
  const writing = Promise.withResolvers<void>();
  const { write } = world.ports.store;
  world.ports.store.write = async (part, bytes) => {
    await writing.promise;
    await write(part, bytes);
  };
  const download = world.open();
  download.start();
  await new Promise((resolve) => setTimeout(resolve, 30));
  let isOver = false;
  const pausing = download.pause().then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([download.snapshot().step, isOver]).toEqual(['paused', false]);
  writing.resolve();
  await pausing;
  expect(world.disk.size).toBe(1);
});
