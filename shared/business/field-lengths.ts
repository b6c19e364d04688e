/** Longest accepted texts, in UTF-16 code units. Form, endpoint and table use them. */
export const textLimits = {
  fullName: { min: 1, max: 200 },
  email: { min: 3, max: 254 },
  downloadKey: { max: 64 },
  idempotencyKey: { min: 1, max: 128 },
  /** Those of the Swiss payment part (SIX, Implementation Guidelines QR-bill 2.3, structured address). */
  customer: {
    name: { min: 1, max: 70 },
    street: { min: 1, max: 70 },
    houseNumber: { min: 1, max: 16 },
    postalCode: { min: 1, max: 16 },
    town: { min: 1, max: 35 },
    vatNumber: { min: 4, max: 20 },
  },
  /** What a withdrawal or cancellation says of its contract. */
  notice: { max: 2000 },
  /** What an objection to a measure says. */
  objection: { min: 1, max: 2000 },
} as const;
