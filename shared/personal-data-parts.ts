/** What the file holds, each explained to its owner on the page. Every feature that stores something adds to it. */
export const personalDataParts = [
  'account',
  'downloads',
  'acceptances',
  'customer',
  'orders',
  'subscriptions',
  'invoices',
  'payments',
  'notices',
  'usage',
  'desktopSignIns',
  'mails',
  'requests',
  'accessRequests',
  'measures',
  'acts',
] as const;
export type PersonalDataPart = (typeof personalDataParts)[number];
