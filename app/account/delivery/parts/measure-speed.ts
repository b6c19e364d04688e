import { speedSampleMs } from '../../../../shared/business/transfer-limits.ts';

/**
 * Bytes a second at which `url` arrives, from a sample of at most a few seconds. The first bytes are left out: they
 * include the time needed to connect. Rejects when nothing can be measured.
 */
export async function measureSpeed(url: string): Promise<number> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok || !response.body) throw new Error(`The sample answered ${response.status}.`);
  const reader = response.body.getReader();
  let bytes = 0;
  let startedAt: number | undefined;
  let elapsedMs = 0;
  while (elapsedMs < speedSampleMs) {
    const { done, value } = await reader.read();
    if (done) break;
    if (startedAt === undefined) startedAt = performance.now();
    else bytes += value.byteLength;
    elapsedMs = performance.now() - startedAt;
  }
  await reader.cancel();
  if (bytes === 0) throw new Error('The sample was too short.');
  // Even a sample that arrived at once took a moment.
  return bytes / (Math.max(elapsedMs, 1) / 1000);
}
