import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../http/problem.ts';
import { requireValidLink, signDownloadPath } from './download-link.ts';

const secret = randomBytes(32);
const expiresAt = new Date('2026-03-08T09:00:00.500Z');
const target = { downloadId: '0b9f8a2e-0000-4000-8000-000000000000', fileName: 'writing-ant.exe', expiresAt };

function present(path: string) {
  const url = new URL(path, 'http://localhost');
  const [, , downloadId = '', fileName = ''] = url.pathname.split('/').map(decodeURIComponent);
  return {
    downloadId,
    fileName,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
}

const link = present(signDownloadPath(secret, target));
const shortlyBefore = new Date(expiresAt.getTime() - 1);

function judge(presented: typeof link, now = shortlyBefore, key = secret): string {
  try {
    requireValidLink({ linkSecret: key, formerLinkSecrets: [] }, presented, now);
    return 'good';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

it('is good to the last moment, and always the same', () => {
  expect(judge(link)).toBe('good');
  expect(judge(link, expiresAt)).toBe('link-expired');
  expect(signDownloadPath(secret, { ...target })).toBe(signDownloadPath(secret, target));
});

it('stays good behind a newer secret, and not without its own', () => {
  const secrets = { linkSecret: randomBytes(32), formerLinkSecrets: [{ secret, replacedOn: undefined }] };
  expect(() => requireValidLink(secrets, link, shortlyBefore)).not.toThrow();
  expect(judge(link, shortlyBefore, randomBytes(32))).toBe('link-invalid');
});

it('keeps a file name with special characters', () => {
  expect(judge(present(signDownloadPath(secret, { ...target, fileName: 'ä b/?&#%.exe' })))).toBe('good');
});

/** The last of 43 characters carries only four bits: its neighbour in the alphabet stands for the same bytes. */
function sameBytes(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1)!) ^ 1];
}

describe('is not ours', () => {
  it.each<[string, Partial<typeof link>]>([
    ['for another download', { downloadId: '0b9f8a2e-0000-4000-8000-000000000001' }],
    ['for another file', { fileName: 'other.exe' }],
    ['for another end', { expires: String(expiresAt.getTime() + 1) }],
    ['for an end written in another way', { expires: `${expiresAt.getTime()}.0` }],
    ['for an end with zeros before it', { expires: `00${expiresAt.getTime()}` }],
    ['without an end', { expires: '' }],
    ['without a signature', { signature: '' }],
    ['with a shorter signature', { signature: link.signature.slice(0, 42) }],
    ['with a longer signature', { signature: `${link.signature}AAAA` }],
    ['with a signature of the same bytes in another text', { signature: sameBytes(link.signature) }],
    ['with something behind the signature', { signature: `${link.signature}=!` }],
    ['with another signature', { signature: randomBytes(32).toString('base64url') }],
  ])('%s', (_, change) => expect(judge({ ...link, ...change })).toBe('link-invalid'));

  it('when signed with another secret', () => {
    expect(judge(link, shortlyBefore, randomBytes(32))).toBe('link-invalid');
  });

  it('even when it has expired as well', () => {
    expect(judge({ ...link, fileName: 'other.exe' }, new Date('2030-01-01'))).toBe('link-invalid');
  });
});
