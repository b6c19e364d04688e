import { jwtVerify, SignJWT } from 'jose';

/** What a person has shown, like a password, counts this long for the questions that follow. */
const lifeSeconds = 3600;

/** Lets the browser carry a value to its next request. Nothing is stored, so a restart changes nothing. */
export class Seals {
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(secret: Buffer, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  /** `subject` is what both requests must agree on. */
  seal(subject: string, value: object): Promise<string> {
    const expiresAt = Math.floor(this.#now() / 1000) + lifeSeconds;
    return new SignJWT({ value })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(subject)
      .setExpirationTime(expiresAt)
      .sign(this.#secret);
  }

  /** The value of a seal of this provider and subject within the hour, otherwise `undefined`. */
  async unseal<Value extends object>(seal: string, subject: string): Promise<Value | undefined> {
    const options = { subject, currentDate: new Date(this.#now()), algorithms: ['HS256'] };
    const verified = await jwtVerify<{ value: Value }>(seal, this.#secret, options).catch(() => undefined);
    return verified?.payload.value;
  }
}
