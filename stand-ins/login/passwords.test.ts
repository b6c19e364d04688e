import { expect, it } from 'vitest';
import { hashPassword, matchesPassword } from './passwords.ts';

it('keeps a salted hash with its parameters and recognises the password by it', async () => {
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await matchesPassword('correct horse', first)).toBe(true);
  expect(await matchesPassword('correct hors', first)).toBe(false);
  expect(await matchesPassword('correct horse', undefined)).toBe(false);
});

it('reads hashes made with other parameters', async () => {
  // RFC 7914, 12: scrypt("password", "NaCl", N = 1024, r = 8, p = 16), its first 32 bytes.
  const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
    'base64url',
  );
  expect(
    await matchesPassword('password', `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64url')}$${hash}`),
  ).toBe(true);
});

it('takes the same characters for the same password, however the keyboard composes them', async () => {
  expect(await matchesPassword('cafe\u0301 cafe\u0301', await hashPassword('caf\u00e9 caf\u00e9'))).toBe(true);
});
