import { expect, test } from 'vitest';
import { readStrings, sentencesAmong, unusedIds } from './catalogue-use.ts';
import { messageFileNames, readMessages } from './catalogues.ts';
import { stringsOf } from './source-strings.ts';

const ids = messageFileNames().flatMap((file) => Object.keys(readMessages('en', file)));
const code = readStrings(['app', 'scripts', 'server', 'workshop']);

/** The findings for a component that contains `jsx`. */
function sentencesIn(jsx: string): string[] {
  const strings = stringsOf('app/page.tsx', `export const Page = () => ${jsx};`);
  return sentencesAmong(
    strings.map((found) => ({ ...found, file: 'app/page.tsx' })),
    new Set(['contact.title']),
  );
}

test('every message is asked for somewhere', () => {
  expect(unusedIds(ids, code)).toEqual([]);
});

test('a message that nothing asks for is found, and so is a template that is no longer there', () => {
  expect(unusedIds([...ids, 'contact.fax'], code)).toContain('contact.fax');
  const changed = code.filter(({ text }) => text !== 'contact.privacy.{}');
  expect(unusedIds(ids, changed)).toEqual(['contact.privacy.swiss', 'contact.privacy.eu', 'contact.privacy.{}']);
});

test('no component holds a sentence', () => {
  const site = code.filter(({ file }) => file.startsWith('app/'));
  expect(sentencesAmong(site, new Set(ids))).toEqual([]);
});

test.each([
  ['text', '<p>Hello</p>'],
  ['text beside markup', '<p>{t("contact.title")} or <b /></p>'],
  ['text in braces', "<p>{'Hello'}</p>"],
  ['one of two texts', "<p>{open ? 'Close' : t('contact.title')}</p>"],
  ['a text that is shown at times', "<p>{open && 'Open'}</p>"],
  ['a text with a gap', `<p>{\`\${count} pages\`}</p>`],
  ['an accessible name', '<nav aria-label="Menu" />'],
  ['an accessible name in braces', "<nav aria-label={wide ? 'Menu' : undefined} />"],
  ['the text of a picture', '<img alt="Ant" />'],
  ['a placeholder', '<input placeholder="Name" />'],
  ['a tooltip', '<b title="Close" />'],
  ['a label of a component of ours', '<Field label="Country" />'],
  ['a sentence in a list', "<List entries={['Speak as you think', 'x'].map(show)} />"],
  ['a sentence that is handed on', "<p>{show('We did not find it.')}</p>"],
])('%s in a component is found', (_, jsx) => {
  expect(sentencesIn(jsx)).toHaveLength(1);
});

test.each([
  ['a message', "<p title={t('contact.title')}>{t('contact.title')}</p>"],
  ['the id of a message', '<RichMessage id="contact.title" />'],
  ['marks', '<p> · {price} ({count})</p>'],
  ['class names', '<p className="button button-quiet wide-only" />'],
  ['a drawing', '<path d="M4 8h84" />'],
  ['a comparison', "<p>{state === 'Open' && <b />}</p>"],
  ['what an error says to us', "<p>{fail(new Error('The page is not there.'))}</p>"],
  ['the name of the product', '<b>Writing Ant</b>'],
])('%s is no sentence', (_, jsx) => {
  expect(sentencesIn(jsx)).toEqual([]);
});
