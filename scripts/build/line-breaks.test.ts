import { expect, test } from 'vitest';
import { withLineBreaks } from './line-breaks.ts';

test('an address may break after its @, the name of an entry after a colon or an underscore', () => {
  expect(withLineBreaks('<td><a href="mailto:eu-one@writing-ant.example">eu-one@writing-ant.example</a></td>')).toBe(
    '<td><a class="link email" href="mailto:eu-one@writing-ant.example">eu-one@<span class="address-part">writing-ant.example</span></a></td>',
  );
  expect(withLineBreaks('<code>ant:one-two</code><code>KEY_A_B:</code>')).toBe(
    '<code>ant:<wbr>one-two</code><code>KEY_<wbr>A_<wbr>B:</code>',
  );
});

test('a web address may break after a stroke that follows its host, and what it leads to stays as it is', () => {
  expect(
    withLineBreaks('<a href="https://requests.example/writing-ant">https://requests.example/writing-ant</a>'),
  ).toBe(
    '<a href="https://requests.example/writing-ant"><span class="web-address">https://requests.example/<wbr>writing-ant</span></a>',
  );
});

test('a day in digits and a register number stay whole, outside of addresses', () => {
  expect(withLineBreaks('<a href="/legal/eula/2025-08-01">Version 2025-08-01, CHE-000.000.000.</a>')).toBe(
    '<a href="/legal/eula/2025-08-01">Version <span class="unbroken">2025-08-01</span>, ' +
      '<span class="unbroken">CHE-000.000.000</span>.</a>',
  );
});

test('the longest words of a title part at their joint, in no other place', () => {
  const word = 'Tillgänglighetsredogörelse';
  expect(withLineBreaks(`<h1 id="t">${word}</h1><h2>${word}</h2><a href="/">${word}</a>`)).toBe(
    `<h1 id="t">Tillgänglighets\u00adredogörelse</h1><h2>${word}</h2><a href="/">${word}</a>`,
  );
});
