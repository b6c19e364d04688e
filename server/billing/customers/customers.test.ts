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
    customer: { ...aCustomerRequest(), vat: { state: 'none', checkedAt: null } },
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
  ['a character that no payment part can show', { town: 'Zug 漢' }, '/town'],
  ['a name that is too long for it', { fullName: 'Å'.repeat(71) }, '/fullName'],
  ['a country in which nothing is sold', { country: 'DE' as 'CH' }, '/country'],
  ['a company that is a private person', { company: 'Ants Ltd' }, '/kind'],
])('refuses %s and says where', async (_, given, pointer) => {
  const answer = await put('user_odd', aCustomerRequest(given));
  expect(answer.json()).toMatchObject({ code: 'validation-failed', errors: [{ pointer }] });
});

const fields = ['fullName', 'company', 'street', 'houseNumber', 'postalCode', 'town'] as const;
it.each(fields)('refuses in %s what no payment part can show', async (field) => {
  const business = { kind: 'business', company: 'Ants Ltd' } as const;
  for (const text of ['\u{1f41c}', 'Ω', 'Пётр', '王', 'a\tb', 'a\nb', 'a\u0000b', 'a\u202eb', 'a\u2013b', '\ud800']) {
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
