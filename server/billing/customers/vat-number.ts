import { type Country, checkVAT, ireland, italy, sweden, switzerland } from 'jsvat';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';

/** Their check digits, too; whether a number exists, only its authority knows. */
const rules: Record<EligibleCountry, { country: Country; letters: string }> = {
  CH: { country: switzerland, letters: 'CHE' },
  IE: { country: ireland, letters: 'IE' },
  IT: { country: italy, letters: 'IT' },
  SE: { country: sweden, letters: 'SE' },
};

/** What people copy along with the number. */
const labels = /^(?:PARTITAIVA|PIVA|VATNO|VATNR|VATID|VAT|UID|MOMSREGNR|MOMSNR|USTIDNR|USTID)(?=.*\d)/;

/**
 * As its country writes it, without what people write between its parts, and with its letters where they were left out; of a Swedish
 * company also from its own number. Undefined where it is no number of the country.
 */
export function readVatNumber(country: EligibleCountry, text: string): string | undefined {
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9+*]/g, '')
    .replace(labels, '');
  const { country: rule, letters } = rules[country];
  const withoutLetters = written.replace(country === 'CH' ? /^CHE?/ : letters, '');
  // A Swedish number is that of the company and 01; the century before the number of a person is left out.
  const whole = country === 'SE' ? withoutLetters.replace(/^(?:16|19|20)?(\d{10})(?:01)?$/, '$101') : withoutLetters;
  const number = `${letters}${whole}`;
  return checkVAT(number, [rule]).isValid ? number : undefined;
}
