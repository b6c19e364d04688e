import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** In characters. The upper limit keeps the cost of hashing bounded. */
export const passwordLength = { min: 10, max: 200 } as const;

/** OWASP Password Storage Cheat Sheet: N = 2^15, r = 8, p = 3. */
const cost = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

/** A PHC string: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** With `undefined` for the stored hash (no such account) it takes as long and answers false. */
export async function matchesPassword(password: string, stored: string | undefined): Promise<boolean> {
  const fields = stored && /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!fields) {
    await derive(password, randomBytes(saltBytes), cost);
    return false;
  }
  const [, ln, r, p, salt = '', hash = ''] = fields;
  const expected = Buffer.from(hash, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** NFC first: the same characters typed on another keyboard must give the same hash. */
function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
