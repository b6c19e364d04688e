import { describe, expect, it } from 'vitest';
import { languages, open, under } from './served.ts';

/** Rules for people, as the legal texts in force tell them: the clause, the section and its words. */
type Rule = [clause: string, path: string, section: string, words: string[]];

const rules: Rule[] = [
  [
    '1. residents or companies in Switzerland, Italy, Ireland and Sweden only; proof on request',
    '/terms',
    '3. Who may use Writing Ant',
    [
      'only if you live in, or your company is established in, Switzerland, Italy, Ireland or Sweden',
      'We may ask for proof of residence or establishment.',
    ],
  ],
  [
    '1. who stops being eligible must stop using the product and uninstall it',
    '/terms',
    '3. Who may use Writing Ant',
    ['If you are no longer eligible, you must stop using Writing Ant and uninstall the software.'],
  ],
  [
    '1. the same in the EULA',
    '/eula',
    '3. Who may use the software',
    ['you must stop using the software and uninstall it'],
  ],
  [
    '1. beta; launch August 2025, invitations August to September 2025',
    '/terms',
    '4. The product and its beta status',
    ['Launch was announced for August 2025, beta invitations for August to September 2025'],
  ],
  [
    '9. platforms and sizes',
    '/terms',
    '4. The product and its beta status',
    ['Windows 10 and 11', 'macOS 12 to 15', 'about 28 GB', 'about 35 GB', 'about 10 minutes'],
  ],
  [
    '5. one free account per individual; several paid accounts; login before downloading; no card for Free',
    '/terms',
    '5. Account and conclusion of the contract',
    [
      'Each individual may hold one free account. Several paid accounts are allowed.',
      'you must sign in before you download',
      'only your e-mail address, your name and your country. The Free plan needs no payment card.',
    ],
  ],
  [
    '9. plans: 0, 9, 49, 195; 45, 450, 2,225; 10 and 20 minutes; 55; 176 and 702',
    '/terms',
    '6. Plans and quotas',
    [
      'CHF 0',
      'CHF 9 (add-on)',
      'CHF 49',
      'CHF 195',
      '45',
      '450',
      '2,225',
      '10 minutes',
      '20 minutes',
      '55',
      'CHF 176',
      'CHF 702',
      '10%',
    ],
  ],
  [
    '4. quota used up: rejected until the next billing cycle unless the user upgrades',
    '/terms',
    '6. Plans and quotas',
    ['further requests are rejected until the next billing cycle, unless you upgrade'],
  ],
  [
    '9. VAT: 8.1% only at the threshold; EU businesses with a valid number 0% (reverse charge)',
    '/terms',
    '7. Prices and taxes',
    [
      '8.1%',
      'only once we have reached the threshold for registration',
      'a valid VAT number are invoiced at 0% (reverse charge)',
    ],
  ],
  [
    '9. card via a payment provider, or invoice by bank transfer; automatic renewal',
    '/terms',
    '8. Payment and automatic renewal',
    ['by card through a card payment provider or, on invoice, by bank transfer', 'renews automatically'],
  ],
  [
    '4. failed payment: retries; 7 calendar days; suspension or termination after notice',
    '/terms',
    '9. Failed payment',
    ['may try again', 'within 7 calendar days of the due date, we may suspend or terminate access after notifying you'],
  ],
  [
    '4. cancellation: to the end of the paid period; 30 days; invoice by written notice by the last business day',
    '/terms',
    '10. Cancellation and deletion of the account',
    [
      'remains active until the end of the paid period',
      'kept for up to 30 days',
      'then they are permanently deleted',
      'cancelled by written notice',
      'no later than the last business day before the next period begins',
    ],
  ],
  [
    '5. content complies with the laws of Switzerland, Germany, Italy and Sweden and the AI policy; what is prohibited',
    '/terms',
    '12. Content and permitted use',
    [
      'the laws of Switzerland, Germany, Italy and Sweden',
      'sexually explicit material',
      'minors in sexual activities',
      'extremist propaganda',
      'violence, self-harm, harassment or hate',
      'personal data that you may not process',
    ],
  ],
  [
    '5. the same in the AI Service Use Policy',
    '/ai-service-use-policy',
    '5. Prohibited content',
    [
      'the laws of Switzerland, Germany, Italy and Sweden',
      'sexually explicit material',
      'minors in sexual activities',
      'extremist propaganda',
      'encourages violence',
      'encourages self-harm',
      'harassment',
      'hate',
      'personal data that you may not process',
    ],
  ],
  [
    '5. use only through the installed software; direct API calls and reverse engineering are prohibited',
    '/eula',
    '9. Restrictions',
    [
      'You use our services only through the installed software.',
      'calling our interfaces directly or with other programs',
      'reverse engineering',
    ],
  ],
  [
    '6. monitor aggregate usage, suspend or throttle, block content, geo-block, terminate without refund; legal steps or reports',
    '/terms',
    '13. Monitoring, suspension and termination',
    [
      'monitor use in aggregate, suspend or throttle accounts, block content, restrict access by country (geo-blocking) and terminate accounts',
      'fees already paid are not refunded',
      'legal steps or to a report to the authorities',
    ],
  ],
  [
    '9. support Monday to Friday, 11:00 to 20:00 (CET); 6. by e-mail only; languages',
    '/terms',
    '14. Availability, changes and support',
    ['by e-mail only, Monday to Friday, 11:00 to 20:00 (CET', 'in English, German, Italian and Swedish'],
  ],
  [
    '4. regular online sign-in, even in offline mode, to check account status, subscription and quota; 15 days',
    '/eula',
    '5. Account, sign-in and licence check',
    [
      'automatically for up to 15 days',
      'a regular online sign-in, even in offline mode, to check account status, subscription and quota',
    ],
  ],
  [
    '4. recording overlay; 6. voice control can be switched off in settings; 1. results in the app when it is off',
    '/eula',
    '7. Recording overlay and voice commands',
    [
      'a transparent yellow overlay on the full screen that blocks clicks outside its own recording interface',
      'can be switched off in the settings',
      'you start and stop with buttons, and results appear in the software instead of at the cursor',
    ],
  ],
  [
    '5. login cookies of the installed software',
    '/cookie-policy',
    '3. Login cookies of the installed software',
    ['The login provider sets its session cookie there', 'up to 15 days'],
  ],
  [
    '9. consent records 12 months; 3. what is in them',
    '/cookie-policy',
    '6. Consent and settings',
    [
      'for 12 months',
      'time, method',
      'version',
      'identifier of the browser or session',
      'the accepted document version with its date',
    ],
  ],
];

it.each(rules)('%s (%s, %s)', async (_, path, section, words) => {
  const text = under((await open(path)).html, section);
  expect(words.filter((each) => !text.includes(each))).toEqual([]);
});

describe('9. The numbers of the Terms are the same in five languages', () => {
  const sections: [section: number, numbers: string[]][] = [
    [4, ['10', '11', '12', '15', '28', '35', '2025']],
    [6, ['45', '450', '55', '10', '20', '9', '49', '195', '176', '702']],
    [9, ['7']],
    [10, ['30']],
  ];

  it.each(languages.flatMap((language) => sections.map((section) => [language, ...section] as const)))(
    '%s, section %d: %j',
    async (language, section, numbers) => {
      const { html } = await open('/terms', language);
      const heading = html.match(new RegExp(`<h2[^>]*>(${section}\\. [^<]*)</h2>`))?.[1] ?? '';
      const found = under(html, heading.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ')).match(/\d+/g);
      expect(found).toEqual(expect.arrayContaining(numbers));
    },
  );
});
