/**
 * Announced months, as `YYYY-MM`: the operator's settings, with the specification's values (1) as defaults. Pages say
 * what was announced, never what is expected, so their sentences stay true on any day; a public start warns of months
 * that have passed.
 */
export const launch = {
  month: '2025-08',
  invitations: { from: '2025-08', to: '2025-09' },
  offlineEstimate: '2025-08',
};
