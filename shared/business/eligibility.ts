/** Countries whose residents and companies may use the product (specification 1 and 5), ISO 3166-1 alpha-2. */
export const eligibleCountries = ['CH', 'IT', 'IE', 'SE'] as const;

/** A country in which nobody may use the product; which one is not asked. */
export const otherCountry = 'ZZ';

export type EligibleCountry = (typeof eligibleCountries)[number];

/** True for a country whose residents and companies may use the product. */
export function isEligibleCountry(code: unknown): code is EligibleCountry {
  return eligibleCountries.includes(code as EligibleCountry);
}
