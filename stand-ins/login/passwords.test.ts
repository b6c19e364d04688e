import { expect, it } from 'vitest';
import { fullCost, Passwords } from './passwords.ts';

const passwords = new Passwords(fullCost);

it('keeps a salted hash with its parameters and recognises the password by it', async () => {
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
  expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await passwords.matches('correct horse', first)).toBe(true);
  expect(await passwords.matches('correct hors', first)).toBe(false);
  expect(await passwords.matches('correct horse', undefined)).toBe(false);
});

it('reads hashes made with other parameters', async () => {
  // RFC 7914, 12: scrypt("password", "NaCl", N = 1024, r = 8, p = 16), its first 32 bytes.
  const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
    'base64url',
  );
  expect(
    await passwords.matches('password', `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64url')}$${hash}`),
  ).toBe(true);
});

it('takes the same characters for the same password, however the keyboard composes them', async () => {
  expect(await passwords.matches('cafe\u0301 cafe\u0301', await passwords.hash('caf\u00e9 caf\u00e9'))).toBe(true);
});
