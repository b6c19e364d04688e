import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { legalVersions } from '../../../content/legal/versions.ts';
import { textRecipient } from '../../../shared/business/product.ts';
import { formatCountry } from '../../../shared/format.ts';
import { locales } from '../../../shared/locales.ts';
import { textRecipientIn } from './text-recipient.ts';

const policies = path.join(import.meta.dirname, '../../../content/legal/privacy-policy');

test.each(locales)('pages name the countries of the recipient that the Privacy Policy names, in %s', (locale) => {
  const countries = textRecipient.countries.map((country) => formatCountry(locale, country));
  for (const country of countries) expect(textRecipientIn(locale).country).toContain(country);
  for (const version of legalVersions['privacy-policy']) {
    const policy = fs.readFileSync(path.join(policies, version, `${locale}.md`), 'utf8');
    const row = policy.split('\n').find((line) => line.startsWith('|') && line.includes(textRecipient.name))!;
    const named = row.split('|').at(-2)!.trim().split(', ');
    expect(named, version).toEqual(countries);
  }
});
