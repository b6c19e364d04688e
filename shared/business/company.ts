import { imprint } from './imprint.ts';

/** Every fact about the operator; countries are codes (ISO 3166-1), which each language names in its own way. */
export const operator = {
  ...imprint,
  owner: 'Andrea Muster',
  legalForm: 'sole-proprietorship',
  supportEmail: 'support@writing-ant.example',
  salesEmail: 'sales@writing-ant.example',
  privacyEmail: 'privacy@writing-ant.example',
  swissRepresentative: {
    name: 'Datenschutz Muster AG',
    address: 'Musterweg 2, 6300 Zug',
    country: 'CH',
    email: 'ch-representative@writing-ant.example',
  },
  euRepresentative: {
    name: 'Privacy Example Ltd',
    address: '1 Example Street, Dublin 1',
    country: 'IE',
    email: 'eu-representative@writing-ant.example',
  },
  dataRequestPortalUrl: 'https://requests.example/writing-ant',
  /** Externally hosted texts; none means that the version in our own legal archive is linked. */
  hostedTermsUrl: null,
  hostedPrivacyPolicyUrl: null,
  bankAccount: { holder: 'Writing Ant Muster', iban: 'CH93 0076 2011 6238 5295 7', bic: 'EXAMCHZZXXX' },
} as const;
