/** Longest accepted texts, in UTF-16 code units. Form, endpoint and table use them. */
export const textLimits = {
  fullName: { min: 1, max: 200 },
  email: { min: 3, max: 254 },
  downloadKey: { max: 64 },
  idempotencyKey: { min: 1, max: 128 },
} as const;
