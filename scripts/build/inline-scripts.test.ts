import { expect, test } from 'vitest';
import { downloadStartKey } from '../../app/account/download/download-start.ts';
import { hasMarker, storedTokens } from '../../app/account/session/session-signs.ts';
import { scriptsFailedEvent } from '../../app/account/session/waiting.ts';
import { choiceKey } from '../../app/consent/choice.ts';
import { bootElementId } from '../../app/site/boot.ts';
import { interactiveEvent } from '../../app/site/interactive.ts';
import { localeStorageKey, locales } from '../../shared/locales.ts';
import { loginRedirectPath, paths } from '../../shared/paths.ts';
import { readInlineScripts } from './inline-scripts.ts';

const { chooseLanguage, askConsent, startPage } = readInlineScripts();

/** Inline scripts cannot import; what they repeat must agree with where it is defined. */
test('the head script knows the languages, their storage key and the redirect path', () => {
  for (const locale of locales) expect(chooseLanguage.text).toContain(`\`${locale}\``);
  expect(chooseLanguage.text).toContain(`getItem(\`${localeStorageKey}\`)`);
  expect(chooseLanguage.text).toContain(`===\`${loginRedirectPath}\``);
});

test('the head script and the session look for the same signs', () => {
  for (const sign of ['workos-has-session=', 'workos:refresh-token']) {
    expect(chooseLanguage.text).toContain(sign);
    expect(`${hasMarker}${storedTokens}`).toContain(sign);
  }
});

test('the head script knows where a started download is kept, and the page that thanks for it', () => {
  expect(chooseLanguage.text).toContain(`\`${downloadStartKey}\``);
  expect(chooseLanguage.text).toContain(`\`${paths.loggedOut}\``);
});

test('the head script that asks for consent reads the choice where it is kept', () => {
  expect(askConsent.text).toContain(`getItem(\`${choiceKey}\`)`);
});

test('the start script reads the boot data and waits for the event that the site sends', () => {
  expect(startPage.text).toContain(bootElementId);
  expect(startPage.text).toContain(interactiveEvent);
  expect(startPage.text).toContain(scriptsFailedEvent);
});
