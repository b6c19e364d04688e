import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustomerRequest } from '../../../shared/api/customer.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aCustomerRequest } from '../../../tests/factories/book-records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function put(userId: string, payload: Partial<CustomerRequest>) {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` };
  return api.app.inject({ method: 'PUT', url: apiPaths.customer, headers, payload });
}

it('keeps billing data, and makes an account for whoever has none', async () => {
  expect((await api.get(apiPaths.customer, 'user_new')).json()).toEqual({ customer: null, tax: null });
  const answer = await put('user_new', aCustomerRequest());
  expect(answer.json()).toEqual({
    customer: { ...aCustomerRequest(), vat: { state: 'none', checkedAt: null, registeredName: null } },
    tax: { rule: 'not-registered', permille: 0 },
  });
  expect((await api.get(apiPaths.account, 'user_new')).json()).toMatchObject({
    profile: { fullName: 'Åsa Müller', email: 'asa@customers.example', country: 'CH' },
    plan: 'free',
  });
});

it('leaves the account of a customer as it is, and changes billing data whole', async () => {
  await api.download('user_known', { fullName: 'Åsa of the Download' });
  await put('user_known', aCustomerRequest());
  const answer = await put('user_known', aCustomerRequest({ town: 'Baar', houseNumber: null }));
  expect(answer.json()).toMatchObject({ customer: { town: 'Baar', houseNumber: null } });
  expect((await api.get(apiPaths.account, 'user_known')).json()).toMatchObject({
    profile: { fullName: 'Åsa of the Download' },
  });
});

const company: Partial<CustomerRequest> = { kind: 'business', company: 'Müller Ord AB', country: 'SE' };

it('a number of the EU is unconfirmed until its authority was asked, and one of another country is refused', async () => {
  const request = aCustomerRequest({ ...company, vatNumber: 'SE 556677-8899 01' });
  expect((await put('user_se', request)).json()).toMatchObject({
    customer: { vatNumber: 'SE556677889901', vat: { state: 'unconfirmed' } },
    tax: null,
  });
  for (const vatNumber of ['IT12345678901', 'SE123', 'ants'])
    expect((await put('user_se', { ...request, vatNumber })).json()).toMatchObject({ code: 'vat-number-invalid' });
});

it.each([
  ['a character that no payment part can show', { town: 'Zug 🐜' }, '/town'],
  ['a name that is too long for it', { fullName: 'Å'.repeat(71) }, '/fullName'],
  ['a country in which nothing is sold', { country: 'DE' as 'CH' }, '/country'],
  ['a company that is a private person', { company: 'Ants Ltd' }, '/kind'],
])('refuses %s and says where', async (_, given, pointer) => {
  const answer = await put('user_odd', aCustomerRequest(given));
  expect(answer.json()).toMatchObject({ code: 'validation-failed', errors: [{ pointer }] });
});

const fields = ['fullName', 'company', 'street', 'houseNumber', 'postalCode', 'town'] as const;
it.each(fields)('refuses in %s what is no letter, and what no invoice can show', async (field) => {
  const business = { kind: 'business', company: 'Ants Ltd' } as const;
  for (const text of ['\u{1f41c}', '\u2665', 'a\u0000b', 'a\u0007b', '\u0301', '\ud800']) {
    const answer = await put('user_odd', aCustomerRequest({ ...business, [field]: text }));
    expect([text, answer.statusCode, answer.json()]).toMatchObject([
      ...[text, 422],
      { code: 'validation-failed', errors: [{ pointer: `/${field}` }] },
    ]);
  }
});

it('takes every character that it can show', async () => {
  const street = 'ÀÿŁőŽ€Șț’'.replace('’', "'");
  expect((await put('user_odd', aCustomerRequest({ street }))).json()).toMatchObject({ customer: { street } });
});

it.each<[Partial<CustomerRequest>, Partial<CustomerRequest>]>([
  [{ fullName: 'Sean O\u2019Brien' }, { fullName: "Sean O'Brien" }],
  [{ street: 'Via dell\u2019Orso' }, { street: "Via dell'Orso" }],
  [{ houseNumber: '12\u201314' }, { houseNumber: '12-14' }],
  [{ kind: 'business', company: '\u201cBeispiel\u201d AG' }, { company: '"Beispiel" AG' }],
  [{ fullName: 'Zoe\u0308\u00a0Mu\u0308ller' }, { fullName: 'Zo\u00eb M\u00fcller' }],
  [{ town: ' Sankt\u202f Gallen\u200b ' }, { town: 'Sankt Gallen' }],
  [{ fullName: 'Nguy\u1ec5n V\u0103n An' }, {}],
  [{ fullName: '\u0395\u03bb\u03ad\u03bd\u03b7 \u03a0\u03b1\u03c0\u03ac' }, {}],
  [{ fullName: '\u018fliyev' }, {}],
  [{ street: 'STRA\u1e9eE' }, {}],
])('takes %j as phones write it', async (typed, kept) => {
  const answer = await put('user_phone', aCustomerRequest(typed));
  expect(answer.json()).toMatchObject({ customer: { ...typed, ...kept } });
});
