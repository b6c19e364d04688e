import * as z from 'zod/mini';

/** What the register says of a VAT number; `unavailable` says nothing about the number. */
export interface VatVerdict {
  verdict: 'valid' | 'invalid' | 'unavailable';
  /** Its answer as it arrived; null where none did. */
  raw: string | null;
}

export interface VatRegister {
  /** `vatNumber` with the letters of its country. Never throws. */
  check(vatNumber: string): Promise<VatVerdict>;
}

const answer = z.object({ isValid: z.boolean(), userError: z.string() });
/** Some countries tell no names: there it is `---`. */
const holder = z.object({ name: z.string() });
const longestName = 200;

/** The register answers within seconds, or not at all. */
const standardPatienceMs = 8000;
const maxAnswerLength = 10_000;

/** Only these speak of the number; all others, such as `MS_UNAVAILABLE`, come with `isValid: false` and mean nothing by it. */
const verdicts: Readonly<Record<string, VatVerdict['verdict']>> = { INVALID: 'invalid', INVALID_INPUT: 'invalid' };

/** The register of the European Commission (VIES), by its REST interface at `apiUrl`. */
export function connectVies(apiUrl: string, patienceMs = standardPatienceMs): VatRegister {
  return {
    async check(vatNumber) {
      const [country, number] = [vatNumber.slice(0, 2), vatNumber.slice(2)].map(encodeURIComponent);
      try {
        const response = await fetch(`${apiUrl}/ms/${country}/vat/${number}`, {
          headers: { accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        });
        // The database has no way to keep a NUL.
        const raw = (await response.text()).replaceAll('\0', '').slice(0, maxAnswerLength);
        return { verdict: response.ok ? judge(raw) : 'unavailable', raw };
      } catch {
        return { verdict: 'unavailable', raw: null };
      }
    },
  };
}

function judge(raw: string): VatVerdict['verdict'] {
  const read = answer.safeParse(parse(raw));
  if (!read.success) return 'unavailable';
  const { isValid, userError } = read.data;
  return isValid && userError === 'VALID' ? 'valid' : (verdicts[userError] ?? 'unavailable');
}

/** The name of whoever has a number, from a kept answer; null where the register tells none. */
export function readRegisteredName(raw: string): string | null {
  const read = holder.safeParse(parse(raw));
  const name = read.success ? read.data.name.replace(/\s+/g, ' ').trim() : '';
  return /\p{L}/u.test(name) ? name.slice(0, longestName) : null;
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
