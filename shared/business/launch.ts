/** Announced months (specification 1), as `YYYY-MM`. */
export const launch = {
  month: '2025-08',
  invitations: { from: '2025-08', to: '2025-09' },
  offlineEstimate: '2025-08',
} as const;
