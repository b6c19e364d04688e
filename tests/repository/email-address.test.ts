import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFieldFaults } from '../../app/api-client/find-field-faults.ts';
import { compileValidator } from '../../server/http/validation.ts';
import { typedFields } from '../../shared/api/typed-fields.ts';
import { readLoginForm } from '../../stand-ins/login/login-form.ts';

const isTakenByForm = (email: string) =>
  findFieldFaults(typedFields, { fullName: 'Anna', email, downloadKey: '' }).email === undefined;

const validate = compileValidator({ schema: typedFields, method: 'POST', url: '/', httpPart: 'body' });
const isTakenByEndpoint = (email: string) => !('error' in (validate({ fullName: 'Anna', email }) as object));

const isTakenBySignUp = (email: string) => {
  const sent = new URLSearchParams({ email, password: 'a long enough password', firstName: 'Anna', lastName: 'B' });
  return readLoginForm(sent, 'sign-up', (key) => key).faults.email === undefined;
};

const answersOf = (email: string) => [isTakenByForm(email), isTakenByEndpoint(email), isTakenBySignUp(email)];

describe('form, endpoint and sign-up go by one rule for e-mail addresses', () => {
  it.each([
    'a&b@example.com',
    'r=d@example.com',
    'anna.@example.com',
    'a..b@example.com',
    'sales/eu@example.com',
    '50%off@example.com',
    '{x}@example.com',
    'name@sub.exämple.com',
    'x@example.c',
    "o'neil@example.com",
    'anna+tag@example.com',
    '!#$%&*/=?^_`{|}~@example.com',
    'anna@192.0.2.1',
    'anna@xn--bcher-kva.example',
    'anna@例え.example',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is taken by all', (email) => {
    expect(answersOf(email)).toEqual([true, true, true]);
  });

  it.each([
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna b@example.com',
    'anna@exa_mple.com',
    'ä@example.com',
    '"anna b"@example.com',
    '"anna@home"@example.com',
    'anna(home)@example.com',
    '<anna@example.com>',
    'Anna <anna@example.com>',
    'anna@[192.0.2.1]',
    'anna@[IPv6:2001:db8::1]',
    'anna@example..com',
    'anna@.example.com',
    'anna@example.com.',
    'anna@-example.com',
    'anna@example-.com',
    'anna@@example.com',
    'anna@example.com,bo@example.com',
    'anna@example.com;bo@example.com',
    'anna\\@example.com',
    'anna\u0000@example.com',
    'anna@example.com\r\nBcc: bo@example.com',
    'anna\u200b@example.com',
    'anna@exam\u202eple.com',
    `anna@${'x'.repeat(64)}.com`,
  ])('%s is refused by all', (email) => {
    expect(answersOf(email)).toEqual([false, false, false]);
  });

  it('whatever is typed', () => {
    const piece = fc.string({ unit: fc.constantFrom(...'aZ9.-_+&=/%{}!#@ ü"<'), maxLength: 12 });
    const address = fc.oneof(
      fc.emailAddress(),
      fc.tuple(piece, piece, piece).map(([local, domain, end]) => `${local}@${domain}.${end}`),
    );
    fc.assert(
      fc.property(address, (email) => new Set(answersOf(email)).size === 1),
      { numRuns: 2000 },
    );
  });
});
