import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiPaths,
  documentPdfPath,
  entitlementKeysPath,
  invoicePdfPath,
  measureObjectionPath,
  orderPath,
  releaseVersionPath,
} from '../../shared/api-paths.ts';
import { platformNames, updateChannels } from '../../shared/business/product.ts';
import { addDays, utcDayOf } from '../../shared/days.ts';
import { updateFeedPaths } from '../../shared/open-paths.ts';
import { aDownloadRequest, pathOf } from '../../tests/factories/api.ts';
import { aBuyerAt } from '../../tests/factories/billing.ts';
import { aCustomerRequest, insertBooks, someBooks } from '../../tests/factories/book-records.ts';
import { aSignedEvent } from '../../tests/factories/cards-process.ts';
import { type DescribedApi, readDescription } from '../../tests/factories/described-api.ts';
import { aConsentRequest } from '../../tests/factories/records.ts';
import { createTextApi, readEvents, type TextApi } from '../../tests/factories/text-api.ts';

let api: TextApi;
let described: DescribedApi;
beforeAll(async () => {
  api = await createTextApi({ SALES_OPEN: 'ch' });
  described = await readDescription(api);
});
afterAll(() => api.close());

const expectAsDescribed: DescribedApi['expectAsDescribed'] = (...answer) => described.expectAsDescribed(...answer);

const feedsOfUpdaters: readonly string[] = [
  updateFeedPaths.tauriOfAll,
  ...updateChannels.flatMap((channel) =>
    platformNames.flatMap((platform) => [
      updateFeedPaths.electron[channel][platform],
      updateFeedPaths.tauri[channel][platform],
    ]),
  ),
];

describe('real answers are as described:', () => {
  it.each([apiPaths.health, apiPaths.openapi, apiPaths.releases, apiPaths.documents])('%s', async (path) => {
    const answer = await api.get(path);
    expect(answer.statusCode).toBe(200);
    expectAsDescribed('get', path, answer);
  });

  it('one version of a platform', async () => {
    const answer = await api.get(releaseVersionPath('windows', '0.0.0'));
    expect(answer.statusCode).toBe(200);
    expectAsDescribed('get', `${apiPaths.releases}/{platform}/{version}`, answer);
  });

  it('an account before and after the first download, and without a session', async () => {
    const empty = await api.get(apiPaths.account, 'user_a');
    expect(empty.json()).toMatchObject({ profile: null });
    expectAsDescribed('get', apiPaths.account, empty);
    await api.download('user_a');
    const filled = await api.get(apiPaths.account, 'user_a');
    expect(filled.json()).toMatchObject({ profile: { country: 'CH' } });
    expectAsDescribed('get', apiPaths.account, filled);
    const usage = await api.get(apiPaths.usage, 'user_a');
    expect(usage.json()).toMatchObject({ quotas: { online: { used: 0 } } });
    expectAsDescribed('get', apiPaths.usage, usage);
    expectAsDescribed('get', apiPaths.accountExport, await api.get(apiPaths.accountExport, 'user_a'));
    const archive = await api.get(`${apiPaths.accountArchive}?locale=de`, 'user_a');
    expectAsDescribed('get', apiPaths.accountArchive, archive);
    expectAsDescribed('get', apiPaths.account, await api.get(apiPaths.account));
    const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_a')}` };
    for (const [path, payload] of [
      [apiPaths.accountCorrection, { fullName: 'Åsa Miller', country: 'IT' }],
      [apiPaths.accountRestriction, { isOn: true }],
      [apiPaths.accountObjection, { isOn: true }],
    ] as const) {
      const changed = await api.app.inject({ method: 'POST', url: path, headers, payload });
      expect(changed.statusCode).toBe(200);
      expectAsDescribed('post', path, changed);
    }
    const closed = await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers });
    expect(closed.json()).toMatchObject({ status: 'ended', end: { by: 'holder' } });
    expectAsDescribed('delete', apiPaths.account, closed);
    const kept = await api.app.inject({ method: 'POST', url: apiPaths.accountKept, headers });
    expectAsDescribed('post', apiPaths.accountKept, kept);
  });

  it('an objection to a measure', async () => {
    await api.download('user_measured');
    const why = ['--reason', 'terms', '--sentence', 'Why.'];
    const { lines } = await api.operate('measure throttle', 'user_measured', ...why);
    const answer = await api.app.inject({
      method: 'POST',
      url: measureObjectionPath(/^[0-9a-f-]{36}/.exec(lines[0]!)![0]),
      headers: { authorization: `Bearer ${await api.issuer.tokenFor('user_measured')}` },
      payload: { words: 'No.' },
    });
    expect(answer.statusCode).toBe(200);
    expectAsDescribed('post', `${apiPaths.account}/measures/{id}/objection`, answer);
  });

  it('a notice without a session', async () => {
    const payload = { kind: 'withdrawal', fullName: 'Åsa', email: 'a@customers.example', contract: '', locale: 'sv' };
    const answer = await api.app.inject({ method: 'POST', url: apiPaths.notices, payload });
    expect(answer.statusCode).toBe(201);
    expectAsDescribed('post', apiPaths.notices, answer);
  });

  it('what the app is entitled to, and what it reports', async () => {
    await api.download('user_app');
    const headers = await api.desktopHeaders('user_app');
    const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, headers, payload });
    const installation = { installationId: randomUUID(), platform: 'windows' };
    expectAsDescribed('post', apiPaths.entitlements, await post(apiPaths.entitlements, installation));
    const url = `${apiPaths.desktopStart}?${new URLSearchParams(installation)}`;
    for (const user of ['user_app', 'user_with_nothing']) {
      const start = await api.app.inject({ url, headers: await api.desktopHeaders(user) });
      expect(start.statusCode, start.body).toBe(200);
      expectAsDescribed('get', apiPaths.desktopStart, start);
    }
    const keys = await api.get(entitlementKeysPath);
    expectAsDescribed('get', entitlementKeysPath, keys);
    const spoken = { id: randomUUID(), startedAt: api.time.now.toISOString(), seconds: 4, language: 'de', model: 'x' };
    const reports = { requests: [{ ...spoken, mode: 'offline' }] };
    expectAsDescribed('post', apiPaths.speechRequests, await post(apiPaths.speechRequests, reports));
    expectAsDescribed('post', apiPaths.speechRequests, await post(apiPaths.speechRequests, {}));
    expectAsDescribed('get', apiPaths.usageExport, await api.get(apiPaths.usageExport, 'user_app'));
  });

  it('billing data, invoices and a subscription before and after the first word of them', async () => {
    for (const path of [apiPaths.customer, apiPaths.invoices, apiPaths.subscription])
      expectAsDescribed('get', path, await api.get(path, 'user_buyer'));
    const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_buyer')}` };
    const put = (payload: object) => api.app.inject({ method: 'PUT', url: apiPaths.customer, headers, payload });
    const kept = await put(aCustomerRequest());
    expect(kept.json()).toMatchObject({ customer: { town: 'Zug', vat: { state: 'none' } } });
    expectAsDescribed('put', apiPaths.customer, kept);
    expectAsDescribed('put', apiPaths.customer, await put(aCustomerRequest({ kind: 'business', vatNumber: 'XX1234' })));
    expectAsDescribed('get', apiPaths.customer, await api.get(apiPaths.customer, 'user_buyer'));
    const { orders, subscriptions, invoices, invoice_lines } = someBooks({ id: 'user_buyer' });
    const dueLater = { ...invoices, due_on: addDays(utcDayOf(api.time.now), 30) };
    await insertBooks(api.database.kysely, { orders, subscriptions, invoices: dueLater as never, invoice_lines });
    const file = { id: orders.id, invoice_id: invoices.id, pdf: Buffer.from('%PDF'), sha256: orders.request_sha256 };
    await api.database.kysely
      .insertInto('invoice_files')
      .values({ ...file, made_at: new Date() })
      .execute();
    const list = await api.get(apiPaths.invoices, 'user_buyer');
    expect(list.json().invoices).toMatchObject([{ id: invoices.id, state: 'open', hasPdf: true }]);
    expectAsDescribed('get', apiPaths.invoices, list);
    const pdf = await api.get(invoicePdfPath(invoices.id), 'user_buyer');
    expect(pdf.rawPayload.toString()).toBe('%PDF');
    expectAsDescribed('get', `${apiPaths.invoices}/{id}/pdf`, pdf);
    expect((await api.get(invoicePdfPath(invoices.id), 'user_other')).statusCode).toBe(404);
  });

  it('an order, its refusal, and what is done with what was bought', async () => {
    const buyer = aBuyerAt(api, 'user_orders');
    expectAsDescribed('post', apiPaths.orders, await buyer.order());
    await buyer.give();
    const placed = await buyer.order();
    expect(placed.statusCode).toBe(201);
    expectAsDescribed('post', apiPaths.orders, placed);
    const order = `${apiPaths.orders}/{id}`;
    expectAsDescribed('get', order, await api.get(orderPath(placed.json().id), 'user_orders'));
    expectAsDescribed('get', order, await api.get(orderPath(placed.json().id), 'user_other'));
    await buyer.pay();
    expectAsDescribed('get', apiPaths.subscription, await api.get(apiPaths.subscription, 'user_orders'));
    const cancelled = await buyer.act({ action: 'cancel', followedBy: 'free' });
    expect(cancelled.statusCode).toBe(200);
    expectAsDescribed('post', apiPaths.subscription, cancelled);
    expectAsDescribed('post', apiPaths.subscription, await buyer.act({ action: 'cancel', followedBy: 'free' }));
  });

  it('a download, its refusals, and the list', async () => {
    const accepted = await api.submit('user_b', aDownloadRequest());
    expect(accepted.statusCode).toBe(201);
    expectAsDescribed('post', apiPaths.downloads, accepted);
    for (const faulty of [
      {},
      aDownloadRequest({ country: 'DE' }),
      aDownloadRequest({ platform: 'macos' }),
      aDownloadRequest({ documents: [] }),
      aDownloadRequest({ confirmations: { terms: true, cookies: false, diskSpace: true, beta: true } }),
    ]) {
      const refused = await api.submit('user_b', faulty);
      expect(refused.statusCode).toBeGreaterThanOrEqual(400);
      expectAsDescribed('post', apiPaths.downloads, refused);
    }
    const renewed = await api.renewLink('user_b', accepted.json().id);
    expect(renewed.statusCode).toBe(200);
    expectAsDescribed('post', `${apiPaths.downloads}/{id}/link`, renewed);
    const arrived = await api.reportArrival('user_b', accepted.json().id);
    expect(arrived.statusCode).toBe(204);
    expectAsDescribed('post', `${apiPaths.downloads}/{id}/arrival`, arrived);
    const list = await api.get(apiPaths.downloads, 'user_b');
    expect(list.json().downloads).toHaveLength(1);
    expectAsDescribed('get', apiPaths.downloads, list);
    expectAsDescribed('get', apiPaths.downloads, await api.get(apiPaths.downloads));
  });

  it('the versions of a legal document and their texts, and what is unknown', async () => {
    const versions = `${apiPaths.documents}/{document}`;
    const found = await api.get(`${apiPaths.documents}/terms`);
    expect(found.statusCode).toBe(200);
    expectAsDescribed('get', versions, found);
    expectAsDescribed('get', versions, await api.get(`${apiPaths.documents}/recipe`));
    const text = `${versions}/{version}`;
    expectAsDescribed('get', text, await api.get(`${apiPaths.documents}/terms/${found.json().versions[0].version}`));
    expectAsDescribed('get', text, await api.get(`${apiPaths.documents}/terms/1999-01-01`));
    const { version } = found.json().versions[0];
    const pdf = `${apiPaths.documents}/{document}/{version}/pdf`;
    expectAsDescribed('get', pdf, await api.get(documentPdfPath('terms', version, 'de')));
    expectAsDescribed('get', pdf, await api.get(documentPdfPath('terms', version, 'es')));
  });

  it('the file, a part of it, and a link that is not good', async () => {
    const url = pathOf((await api.download('user_c')).url);
    const path = '/downloads/{id}/{fileName}';
    expectAsDescribed('get', path, await api.app.inject(url));
    const part = await api.app.inject({ url, headers: { range: 'bytes=0-9' } });
    expect(part.statusCode).toBe(206);
    expectAsDescribed('get', path, part);
    expectAsDescribed('get', path, await api.app.inject(url.split('?')[0]!));
    expectAsDescribed('get', path, await api.app.inject({ url, headers: { range: 'bytes=999999999-' } }));
  });

  it('a withdrawal, and one that says nothing', async () => {
    const notice = {
      kind: 'withdrawal',
      fullName: 'Ada',
      email: 'ada@example.com',
      contract: 'Moderate',
      locale: 'en',
    };
    const post = (payload: object) => api.app.inject({ method: 'POST', url: apiPaths.notices, payload });
    const answer = await post(notice);
    expect(answer.statusCode).toBe(201);
    expectAsDescribed('post', apiPaths.notices, answer);
    expectAsDescribed('post', apiPaths.notices, await post({}));
  });

  it('a consent record, its repetition and a count', async () => {
    const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, payload });
    const request = aConsentRequest();
    for (const status of [201, 200]) {
      const answer = await post(apiPaths.consents, request);
      expect(answer.statusCode).toBe(status);
      expectAsDescribed('post', apiPaths.consents, answer);
    }
    expectAsDescribed('post', apiPaths.consents, await post(apiPaths.consents, {}));
    const count = { page: '/contact', locale: 'en', isView: true, vitals: [] };
    expectAsDescribed('post', apiPaths.statistics, await post(apiPaths.statistics, count));
    const url = apiPaths.cardWebhook;
    const taken = await api.app.inject({ method: 'POST', url, ...aSignedEvent() });
    expect(taken.statusCode).toBe(200);
    expectAsDescribed('post', url, taken);
    expectAsDescribed('post', url, await post(url, {}));
  });

  it('a text, and why there is none', async () => {
    await api.download('user_d');
    for (const operation of ['enhance', 'structure', 'generate'] as const) {
      const path = `/api/text/${operation}`;
      const answer = await api.ask({}, { operation, userId: 'user_d' });
      expect(answer.statusCode, answer.body).toBe(200);
      expectAsDescribed('post', path, answer);
      const stream = await api.ask({}, { operation, userId: 'user_d', headers: { accept: 'text/event-stream' } });
      expect(readEvents(stream.body).map(({ event }) => event)).toEqual(expect.arrayContaining(['start', 'done']));
      expectAsDescribed('post', path, stream);
      api.ai.misbehave({ moderation: { scores: { sexual: 1 } } });
      const refused = await api.ask({}, { operation, userId: 'user_d' });
      expect(refused.json()).toMatchObject({ code: 'content-not-allowed', categories: ['sexual'] });
      expectAsDescribed('post', path, refused);
      api.ai.misbehave();
    }
  });

  it('the events of a stream that begins anew, and of one that fails', async () => {
    const headers = { accept: 'text/event-stream' };
    const dropped = { dropAfter: 3, pieceDelayMs: 30 };
    for (const models of [{ 'gpt-5': dropped }, { '*': dropped }]) {
      api.ai.misbehave({ models });
      const stream = await api.ask({}, { userId: 'user_d', headers });
      const events = readEvents(stream.body).map(({ event }) => event);
      expect(events).toEqual(expect.arrayContaining(['start', 'delta', 'restart', '*' in models ? 'error' : 'done']));
      expectAsDescribed('post', apiPaths.textEnhance, stream);
    }
    api.ai.misbehave();
  });

  it('feeds of updates, also where nothing is offered', async () => {
    for (const path of [updateFeedPaths.sparkle, updateFeedPaths.atom, ...feedsOfUpdaters])
      expectAsDescribed('get', path, await api.get(path));
  });

  it('and nothing that can be promised with success was left out', () => {
    const promised = described.operations.flatMap(({ method, path, operation }) =>
      Object.keys(operation.responses ?? {})
        .filter((status) => ['200', '201', '206'].includes(status))
        .map((status) => `${method} ${path} ${status}`),
    );
    expect(promised.length).toBeGreaterThan(7);
    // Their form is that of the programs that read them (feeds-of-platforms.test.ts, update-components.test.ts).
    const files = ['components.json', '{fileName}'].map((name) => `/updates/{platform}/{version}/${name}`);
    const feeds = [...feedsOfUpdaters, ...files].map((path) => `get ${path} 200`);
    expect(promised.filter((name) => !described.compared.has(name))).toEqual(expect.arrayContaining(feeds));
    expect(promised.filter((name) => !described.compared.has(name) && !feeds.includes(name))).toEqual([]);
  });
});
