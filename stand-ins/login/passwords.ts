import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** In characters. The upper limit keeps the cost of hashing bounded. */
export const passwordLength = { min: 10, max: 200 } as const;

/** What guessing one password costs with scrypt: N = 2 ** ln, r and p of RFC 7914. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** OWASP Password Storage Cheat Sheet: N = 2^15, r = 8, p = 3. */
export const fullCost: PasswordCost = { ln: 15, r: 8, p: 3 };

/** For people that a test makes up: it signs them in by the hundred, and nobody guesses their passwords. */
export const briefCost: PasswordCost = { ln: 8, r: 8, p: 1 };

const saltBytes = 16;
const hashBytes = 32;

/** Hashes at a given cost, and compares with what was hashed at any. */
export class Passwords {
  readonly #cost: PasswordCost;

  constructor(cost: PasswordCost) {
    this.#cost = cost;
  }

  /** A PHC string: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, so that the cost can be raised later. */
  async hash(password: string): Promise<string> {
    const { ln, r, p } = this.#cost;
    const salt = randomBytes(saltBytes);
    const hash = await derive(password, salt, this.#cost);
    return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  /** With `undefined` for the stored hash (no such account) it takes as long and answers false. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const fields = stored && /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
    if (!fields) {
      await derive(password, randomBytes(saltBytes), this.#cost);
      return false;
    }
    const [, ln, r, p, salt = '', hash = ''] = fields;
    const expected = Buffer.from(hash, 'base64url');
    const given = await derive(password, Buffer.from(salt, 'base64url'), {
      ln: Number(ln),
      r: Number(r),
      p: Number(p),
    });
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** NFC first: the same characters typed on another keyboard must give the same hash. */
function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
