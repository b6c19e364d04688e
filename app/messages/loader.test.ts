import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWithRetries } from './loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a read that fails is repeated 5 times, after 350 ms and then twice as long each time', async () => {
  const started = Date.now();
  const attempts: number[] = [];
  vi.stubGlobal('fetch', async () => {
    attempts.push(Date.now() - started);
    return new Response('', { status: 503 });
  });
  const failed = expect(readWithRetries('/messages/en/landing.json')).rejects.toThrow('answered 503');
  await vi.runAllTimersAsync();
  await failed;
  expect(attempts).toEqual([0, 350, 1050, 2450, 5250, 10_850]);
});

test('a read that fails once and then works gives its content', async () => {
  let attempts = 0;
  vi.stubGlobal('fetch', async () => {
    attempts++;
    if (attempts === 1) throw new TypeError('network');
    return Response.json({ greeting: 'Hello' });
  });
  const read = readWithRetries('/messages/en/landing.json');
  await vi.runAllTimersAsync();
  expect(await read).toEqual({ greeting: 'Hello' });
  expect(attempts).toBe(2);
});

test('at most 10 reads are under way at once, also when newcomers arrive while others finish', async () => {
  let underWay = 0;
  let most = 0;
  vi.stubGlobal('fetch', async () => {
    underWay++;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 10));
    underWay--;
    return Response.json({});
  });
  const early = Array.from({ length: 15 }, (_, index) => readWithRetries(`/early/${index}.json`));
  await vi.advanceTimersByTimeAsync(10);
  const late = Array.from({ length: 15 }, (_, index) => readWithRetries(`/late/${index}.json`));
  await vi.runAllTimersAsync();
  await Promise.all([...early, ...late]);
  expect(most).toBe(10);
});
