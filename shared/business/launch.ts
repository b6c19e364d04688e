/**
 * Announced months, as `YYYY-MM`: settings of the operator, with the specification's values (1) as defaults. Pages say
 * what was announced, never what is expected, so their sentences stay true on any day; a public start warns of months
 * that lie in the past.
 */
export const launch = {
  month: '2025-08',
  invitations: { from: '2025-08', to: '2025-09' },
  offlineEstimate: '2025-08',
};
