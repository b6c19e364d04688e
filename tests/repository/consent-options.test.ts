import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { currentConsentOptions } from '../../content/consent/versions.ts';
import { compileMessages } from '../../scripts/build/catalogues.ts';
import { locales } from '../../shared/locales.ts';
import { readText } from './repository-files.ts';

/** Records prove what visitors read: changed words are another version, and everybody is asked again. */
it.each(locales)('in %s, the consent options are those of the published version', (locale) => {
  expect(
    readText(`content/messages/${locale}/consent.json`),
    'Other words need a new folder in content/consent, with its name in versions.ts and its hashes in hashes.ts.',
  ).toBe(readText(`content/consent/${currentConsentOptions}/${locale}.json`));
  // Nothing is added to them on their way to the page.
  const published: Record<string, string> = JSON.parse(
    readText(`content/consent/${currentConsentOptions}/${locale}.json`),
  );
  expect(compileMessages(locale, 'consent')).toEqual(
    Object.fromEntries(Object.entries(published).map(([id, text]) => [id, compileMessage(text)])),
  );
});
