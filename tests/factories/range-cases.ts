import { expect } from 'vitest';

/** A request for a file of `sizeBytes`, and its result according to RFC 9110 (sections 13 and 14). */
interface RangeCase {
  name: string;
  method?: 'GET' | 'HEAD';
  headers: Record<string, string>;
  status: number;
  /** The expected bytes: the first and the one after the last; undefined when no bytes are sent. */
  bytes?: [number, number];
}

/** Every case for a file of `sizeBytes` whose entity tag is `etag`. */
export function rangeCases(sizeBytes: number, etag: string): RangeCase[] {
  const whole: [number, number] = [0, sizeBytes];
  const part = { range: 'bytes=10-19' };
  return [
    { name: 'no range', headers: {}, status: 200, bytes: whole },
    { name: 'the first byte', headers: { range: 'bytes=0-0' }, status: 206, bytes: [0, 1] },
    { name: 'a part in the middle', headers: part, status: 206, bytes: [10, 20] },
    { name: 'from a byte to the end', headers: { range: 'bytes=1000-' }, status: 206, bytes: [1000, sizeBytes] },
    {
      name: 'the last byte',
      headers: { range: `bytes=${sizeBytes - 1}-` },
      status: 206,
      bytes: [sizeBytes - 1, sizeBytes],
    },
    { name: 'more than there is', headers: { range: 'bytes=5-99999999999' }, status: 206, bytes: [5, sizeBytes] },
    { name: 'a suffix', headers: { range: 'bytes=-7' }, status: 206, bytes: [sizeBytes - 7, sizeBytes] },
    { name: 'a suffix longer than the file', headers: { range: 'bytes=-99999999999' }, status: 206, bytes: whole },
    { name: 'an empty suffix', headers: { range: 'bytes=-0' }, status: 416 },
    { name: 'behind the end', headers: { range: `bytes=${sizeBytes}-` }, status: 416 },
    { name: 'far behind the end', headers: { range: 'bytes=99999999999-' }, status: 416 },
    { name: 'backwards: not valid, so ignored', headers: { range: 'bytes=20-10' }, status: 200, bytes: whole },
    { name: 'another unit: ignored', headers: { range: 'lines=1-2' }, status: 200, bytes: whole },
    { name: 'several ranges: may be ignored', headers: { range: 'bytes=0-1,5-6' }, status: 200, bytes: whole },
    { name: 'no numbers: ignored', headers: { range: 'bytes=-' }, status: 200, bytes: whole },
    { name: 'HEAD ignores ranges', method: 'HEAD', headers: part, status: 200 },
    { name: 'HEAD ignores impossible ranges', method: 'HEAD', headers: { range: 'bytes=99999999999-' }, status: 200 },
    { name: 'If-Range that holds', headers: { ...part, 'if-range': etag }, status: 206, bytes: [10, 20] },
    { name: 'If-Range of another file', headers: { ...part, 'if-range': '"other"' }, status: 200, bytes: whole },
    {
      name: 'If-Range with a weak tag never holds',
      headers: { ...part, 'if-range': `W/${etag}` },
      status: 200,
      bytes: whole,
    },
    {
      name: 'If-Range with a date that we never gave',
      headers: { ...part, 'if-range': 'Tue, 01 Sep 2026 08:00:00 GMT' },
      status: 200,
      bytes: whole,
    },
    { name: 'If-Range without a range', headers: { 'if-range': '"other"' }, status: 200, bytes: whole },
    {
      name: 'If-Range of another file spares an impossible range',
      headers: { range: 'bytes=99999999999-', 'if-range': '"other"' },
      status: 200,
      bytes: whole,
    },
    { name: 'If-Match that holds', headers: { ...part, 'if-match': etag }, status: 206, bytes: [10, 20] },
    { name: 'If-Match with a star', headers: { ...part, 'if-match': '*' }, status: 206, bytes: [10, 20] },
    { name: 'If-Match of another file', headers: { 'if-match': '"other"' }, status: 412 },
    { name: 'If-Match compares strongly', headers: { 'if-match': `W/${etag}` }, status: 412 },
    { name: 'If-None-Match that holds', headers: { 'if-none-match': etag }, status: 304 },
    { name: 'If-None-Match compares weakly', headers: { 'if-none-match': `"other", W/${etag}` }, status: 304 },
    { name: 'If-None-Match of another file', headers: { 'if-none-match': '"other"' }, status: 200, bytes: whole },
    { name: 'If-None-Match comes before the range', headers: { ...part, 'if-none-match': etag }, status: 304 },
    {
      name: 'If-Match comes before If-None-Match',
      headers: { 'if-match': '"other"', 'if-none-match': etag },
      status: 412,
    },
  ];
}

/** Sends the case's request to `address` and expects exactly those bytes of `content`, wherever they come from. */
export async function expectCase(address: string, content: Buffer, each: RangeCase): Promise<void> {
  const answer = await fetch(address, { method: each.method ?? 'GET', headers: each.headers });
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.status).toBe(each.status);
  if (each.status === 416) expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`);
  if (each.status === 206) {
    const [first = 0, end = 0] = each.bytes ?? [];
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${end - 1}/${content.length}`);
  }
  if (each.method === 'HEAD') expect(answer.headers.get('content-length')).toBe(String(content.length));
  if (each.status < 300) expect(body.equals(content.subarray(...(each.bytes ?? [0, 0])))).toBe(true);
}
