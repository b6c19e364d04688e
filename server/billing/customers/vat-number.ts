import type { EligibleCountry } from '../../../shared/business/eligibility.ts';

/** How VAT numbers look; whether one exists, only its authority knows. */
const patterns: Record<EligibleCountry, RegExp> = {
  CH: /^CHE\d{9}(MWST|TVA|IVA)?$/,
  IE: /^IE(\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^IT\d{11}$/,
  SE: /^SE\d{10}01$/,
};

/** Without what people write between its parts; undefined where it is no number of the country. */
export function readVatNumber(country: EligibleCountry, text: string): string | undefined {
  const number = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  return patterns[country].test(number) ? number : undefined;
}
