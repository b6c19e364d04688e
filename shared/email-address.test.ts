import { expect, it } from 'vitest';
import { emailPattern, withPlainDomain } from './email-address.ts';

it.each([
  ['Person@Target.example', 'Person@Target.example'],
  ['person@\uff54arget.example', 'person@target.example'],
  ['person@\u{1d42d}arget.example', 'person@target.example'],
  ['asa@b\u00fccher.example', 'asa@b\u00fccher.example'],
  ['nobody', 'nobody'],
  ['', ''],
])('%s is written as %s', (typed, plain) => {
  expect(withPlainDomain(typed)).toBe(plain);
  expect(emailPattern.test(plain)).toBe(typed.includes('@'));
});
