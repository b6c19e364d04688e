import type { Locale } from '../locales.ts';
import { businessTimeZone } from './time-zone.ts';

/** When and in which languages the company answers (specification 9). ISO weekdays: 1 is Monday. */
export const support = {
  timeZone: businessTimeZone,
  weekdays: [1, 2, 3, 4, 5],
  opensAt: '11:00',
  closesAt: '20:00',
  languages: {
    phone: ['en', 'sv'],
    supportEmail: ['en', 'de', 'it', 'sv'],
    generalEmail: ['en', 'de', 'it', 'sv', 'fr'],
    salesEmail: ['en', 'de', 'it', 'sv', 'fr'],
  },
} as const satisfies { languages: Record<string, readonly Locale[]> } & Record<string, unknown>;
