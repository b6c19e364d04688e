import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentConsentOptions } from '../../content/consent/versions.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { operator } from '../../shared/business/company.ts';
import { updateFeedPaths } from '../../shared/open-paths.ts';
import { aDownloadRequest } from '../../tests/factories/api.ts';
import { aBuyerAt, anOrderRequest } from '../../tests/factories/billing.ts';
import { aCustomerRequest, insertBooks, someBooks } from '../../tests/factories/book-records.ts';
import { type DescribedApi, type DescribedOperation, readDescription } from '../../tests/factories/described-api.ts';
import { anInvoiceDocument } from '../../tests/factories/invoice-document.ts';
import { aConsentRequest } from '../../tests/factories/records.ts';
import { writeRelease } from '../../tests/factories/releases.ts';
import { aTextRequest, createTextApi, type TextApi } from '../../tests/factories/text-api.ts';

type Schema = OpenAPIV3_1.SchemaObject & { propertyNames?: Schema; items?: Schema };

/** What a client may choose of an operation. */
interface Input {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: object | undefined;
  userId: string | undefined;
}

/** More before a release: VALID_INPUT_RUNS=400 npm test -- openapi-valid-inputs. */
const runsOfEach = Number(process.env.VALID_INPUT_RUNS ?? 12);

/** For what is refused nearly always. */
const mostRounds = 25;

const directory = mkdtempSync(path.join(os.tmpdir(), 'valid-inputs-'));
let api: TextApi;
let described: DescribedApi;
/** Values of parameters that lead somewhere, among them those of a download's link. */
let known: Record<string, string[]>;
beforeAll(async () => {
  writeRelease(directory);
  api = await createTextApi({ SALES_OPEN: 'ch,eu-business,eu-consumer', RELEASES_DIR: directory });
  described = await readDescription(api);
  const { id, url } = await api.download('user_1');
  // Before the invoice: nobody orders who owes something.
  const order = await addOrder('user_1');
  const { pathname, searchParams: query } = new URL(url);
  const fileName = decodeURIComponent(pathname.split('/').at(-1)!);
  known = {
    id: [id, order, await addInvoice('user_1'), order, await addMeasure('user_1')],
    fileName: [fileName],
    expires: [query.get('expires')!],
    signature: [query.get('signature')!],
    document: ['terms'],
    platform: ['windows'],
    cursor: [`${api.time.now.getTime()}_${randomUUID()}`],
    version: ['1.0.0', legalVersions.terms[0]!],
    'idempotency-key': Array.from({ length: 200 }, () => randomUUID()),
  };
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

/** One with a document, from the operator as it is on every invoice: what is left of it to pay is shown. */
async function addInvoice(accountId: string): Promise<string> {
  const { orders, subscriptions, invoices: books, invoice_lines } = someBooks({ id: accountId });
  const seller = { ...anInvoiceDocument().seller, holder: operator.bankAccount.holder };
  const invoices = { ...books, seller: JSON.stringify(seller) as '{}' };
  const file = { id: orders.id, invoice_id: invoices.id, pdf: Buffer.from('%PDF'), sha256: 'ab'.repeat(32) };
  await insertBooks(api.database.kysely, { orders, subscriptions, invoices, invoice_lines });
  await api.database.kysely
    .insertInto('invoice_files')
    .values({ ...file, made_at: api.time.now })
    .execute();
  return invoices.id;
}

/** Announced, and without effect. */
async function addMeasure(accountId: string): Promise<string> {
  const why = ['--reason', 'terms', '--sentence', 'Why.', '--minor'];
  return /^[0-9a-f-]{36}/.exec((await api.operate('measure throttle', accountId, ...why)).lines[0]!)![0];
}

/** Of somebody who has bought by it; others could. */
async function addOrder(accountId: string): Promise<string> {
  for (const other of ['user_2', 'user_3']) await aBuyerAt(api, other).give();
  const buyer = aBuyerAt(api, accountId);
  await buyer.give();
  return (await buyer.order()).json().id;
}

/** Bodies that succeed; in what is sent, some of their fields are replaced. */
const goodBodies: Record<string, () => object> = {
  [apiPaths.downloads]: aDownloadRequest,
  [apiPaths.consents]: aConsentRequest,
  [apiPaths.entitlements]: () => ({ installationId: randomUUID(), platform: 'windows' }),
  [apiPaths.speechRequests]: () => ({
    requests: [
      { id: randomUUID(), mode: 'offline', startedAt: '2026-11-24T08:00:00Z', seconds: 4, language: 'de', model: 'x' },
    ],
  }),
  [apiPaths.customer]: aCustomerRequest,
  [apiPaths.notices]: () => ({
    kind: 'cancellation',
    fullName: 'Åsa',
    email: `${randomUUID()}@customers.example`,
    contract: '',
    locale: 'sv',
  }),
  [apiPaths.textEnhance]: aTextRequest,
  [apiPaths.textStructure]: aTextRequest,
  [apiPaths.textGenerate]: aTextRequest,
  [apiPaths.accountCorrection]: () => ({ fullName: 'Åsa Müller', country: 'CH' }),
  [apiPaths.addressConfirmations]: () => ({ email: aDownloadRequest().email, locale: 'de' }),
  [apiPaths.accountRestriction]: () => ({ isOn: false }),
  [apiPaths.accountObjection]: () => ({ isOn: false }),
  [`${apiPaths.account}/measures/{id}/objection`]: () => ({ words: 'No.' }),
  [apiPaths.orders]: () => anOrderRequest(api.time.now),
  [apiPaths.subscription]: () => ({ action: 'cancel', followedBy: 'close' }),
  [apiPaths.statistics]: () => ({ page: '/contact', locale: 'en', isView: true, vitals: [] }),
};

/** Everything that `schema` allows, as far as this description goes. */
function valuesOf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each as Schema)));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum!, max: schema.maximum! });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((each) => valuesOf(each as Schema)));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'number') return fc.double({ min: schema.minimum!, max: schema.maximum!, noNaN: true });
  if (schema.type === 'array') return fc.array(valuesOf(schema.items!), { maxLength: schema.maxItems! });
  if (schema.type === 'string') return words().filter((word) => described.validatorOfSchema(schema)(word) as boolean);
  if (schema.properties) return fc.record(valuesByName(schema.properties), { requiredKeys: schema.required ?? [] });
  if (schema.propertyNames)
    return fc.dictionary(
      valuesOf(schema.propertyNames) as Arbitrary<string>,
      valuesOf(schema.additionalProperties as Schema),
    );
  throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
}

const valuesByName = (schemas: object): Record<string, Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, valuesOf(schema)]));

/** Any text, and words that mean something here: too few would be found by chance. */
function words(): Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('CH', 'SE', 'DE', 'ZZ', 'Åsa Müller', '9999-99-99', 'ab'.repeat(32)),
    fc.constantFrom(currentConsentOptions, ...Object.values(known).flat()),
    fc.uuid(),
    fc.emailAddress(),
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString()),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  );
}

function inputsOf({ path, operation }: DescribedOperation): Arbitrary<Input> {
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const named = (place: string, canBeSent: (text: string) => boolean) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    const texts = there.map(({ name, schema }) => {
      const values = valuesOf(schema as Schema) as Arbitrary<string>;
      const good = known[name];
      return [
        name,
        (good ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, values) : values).filter(canBeSent),
      ] as const;
    });
    return fc.record(Object.fromEntries(texts), place === 'path' ? {} : { requiredKeys: [] }) as Arbitrary<
      Record<string, string>
    >;
  };
  return fc.record({
    path: named('path', (text) => !['', '.', '..'].includes(text)),
    query: named('query', () => true),
    headers: named('header', (text) => /^[!-~]([ -~]*[!-~])?$/.test(text)),
    body: bodiesOf(path, operation),
    userId: fc.option(fc.constantFrom('user_1', 'user_1', 'user_2', 'user_3'), { nil: undefined }),
  });
}

function bodiesOf(path: string, { requestBody }: OpenAPIV3_1.OperationObject): Arbitrary<object | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const { schema } = (requestBody as OpenAPIV3_1.RequestBodyObject).content['application/json']!;
  const fields = Object.entries(valuesByName((schema as Schema).properties ?? {}));
  // Absent where the good value stays: all of them at once would hardly ever be good.
  const replaced = fc.record(
    Object.fromEntries(fields.map(([name, values]) => [name, fc.option(values, { freq: 2, nil: undefined })])),
  );
  return fc.option(replaced, { nil: {} }).map((values) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return { ...goodBodies[path]!(), ...Object.fromEntries(given) };
  });
}

async function send(
  { method, path, operation }: DescribedOperation,
  { path: steps, query, headers, body, userId }: Input,
) {
  const url = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(steps[name]!));
  const isForApp = operation.security?.every((scheme) => 'desktop' in scheme);
  const bearer = userId && {
    ...(isForApp ? await api.desktopHeaders(userId) : { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` }),
  };
  return api.app.inject({ method, url, query, headers: { ...headers, ...bearer }, ...(body && { payload: body }) });
}

/** What the provider of cards signs cannot be found by chance; and of the version that is published here, update programs are told nothing. */
const isPossible = ({ path }: DescribedOperation) =>
  path !== apiPaths.cardWebhook && path !== updateFeedPaths.tauriOfAll && !path.endsWith('.yml');

/** Done, or led to where it is. */
const isSuccess = / (?:2\d\d|302)$/;

const isEnd = ({ method }: DescribedOperation) => method === 'delete';

it('whatever the description allows is answered as described, and never fails', { timeout: 240_000 }, async () => {
  // What ends the account and its sessions comes last: nothing else would succeed after it.
  const endsLast = described.operations.toSorted((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
  const hasSucceeded = ({ method, path }: DescribedOperation) =>
    [...described.compared].some((name) => name.startsWith(`${method} ${path} `) && isSuccess.test(name));
  // A few operations need several lucky words together.
  for (const operation of endsLast)
    for (
      let rounds = 0;
      rounds === 0 || (rounds < mostRounds && isPossible(operation) && !hasSucceeded(operation));
      rounds++
    )
      await fc.assert(
        fc.asyncProperty(inputsOf(operation), async (input) => {
          const answer = await send(operation, input);
          // 503 says that somebody else, such as the provider of cards, does not answer.
          if (answer.statusCode !== 503) expect(answer.statusCode, answer.body).toBeLessThan(500);
          described.expectAsDescribed(operation.method, operation.path, answer);
        }),
        { numRuns: runsOfEach },
      );
  // Inputs that were all refused would show nothing.
  const succeeded = [...described.compared].filter((name) => isSuccess.test(name)).map((name) => name.slice(0, -4));
  const possible = described.operations.filter(isPossible);
  expect(new Set(succeeded)).toEqual(new Set(possible.map(({ method, path }) => `${method} ${path}`)));
});
