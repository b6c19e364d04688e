import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads single settings and remembers what is wrong with them instead of throwing, so that one start names every fault.
 * An empty value counts as unset. Secret values never appear in a fault.
 */
export class SettingsReader {
  readonly faults: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  fault(name: string, sentence: string): void {
    this.faults.push(`${name}: ${sentence}`);
  }

  find(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  wholeNumber(name: string, standard: number, range: { min: number; max: number; what: string }): number {
    const text = this.find(name);
    if (text === undefined) return standard;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.min && value <= range.max) return value;
    this.fault(name, `"${text}" is not ${range.what} from ${range.min} to ${range.max}.`);
    return standard;
  }

  port(name: string, standard: number): number {
    return this.wholeNumber(name, standard, { min: 1, max: 65_535, what: 'a port number' });
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], standard: Value): Value {
    const text = this.find(name);
    if (text === undefined) return standard;
    const value = values.find((candidate) => candidate === text);
    if (value) return value;
    this.fault(name, `"${text}" is not one of ${values.join(', ')}.`);
    return standard;
  }

  /** Comma-separated; empty entries are dropped. */
  list(name: string): string[] {
    return (this.find(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
  }

  /** An http or https address without credentials, query and hash. */
  findHttpUrl(name: string): URL | undefined {
    const text = this.find(name);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) this.fault(name, 'this is not an http or https address.');
    else if (url.username || url.password || url.search || url.hash)
      this.fault(name, 'the address must not contain a user name, a password, a "?" or a "#".');
    else return url;
    return undefined;
  }

  /** An address that may hold a password, and is therefore never repeated in a fault. */
  findSecretUrl(name: string, schemes: readonly string[]): string | undefined {
    const text = this.find(name);
    if (text === undefined) return undefined;
    const scheme = /^([a-z]+):\/\//.exec(text)?.[1] ?? '';
    if (schemes.includes(scheme) && URL.canParse(text)) return text;
    this.fault(name, `this is not an address that starts with ${schemes.map((each) => `${each}://`).join(' or ')}.`);
    return undefined;
  }

  /** All of a group or none of it; half a group is a fault that names what is missing. */
  findGroup<Name extends string>(names: readonly Name[]): Record<Name, string> | undefined {
    const missing = names.filter((name) => !this.find(name));
    if (missing.length === names.length) return undefined;
    for (const name of missing) this.fault(name, `needed together with ${names.filter((n) => n !== name).join(', ')}.`);
    return Object.fromEntries(names.map((name) => [name, this.find(name) ?? ''])) as Record<Name, string>;
  }
}

/** The fixed bits of an IP address or of a range of them in CIDR notation; undefined for anything else. */
export function readRangeBits(text: string): { version: 4 | 6; prefix: number } | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length) return undefined;
  const all = version === 4 ? 32 : 128;
  if (bits === undefined) return { version, prefix: all };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= all ? { version, prefix: Number(bits) } : undefined;
}
