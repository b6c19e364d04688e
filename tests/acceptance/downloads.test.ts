import { describe, expect, it } from 'vitest';
import { ask, askSignedIn, postJson } from './served.ts';

interface Problem {
  code: string;
  status: number;
  errors?: { pointer: string; fault: string; detail: string }[];
}

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  maxLength?: number;
  items?: Schema;
  anyOf?: Schema[];
};

interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { schema: Schema }> };
        security?: object[];
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      }
    >
  >;
}

const readDescription = async () => {
  const whole = (await (await ask('/api/openapi.json')).json()) as Description & { components: unknown };
  return inPlace(whole, whole) as Description;
};

/** The description with each named part where it is referred to. */
function inPlace(part: unknown, whole: unknown): unknown {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((each) => inPlace(each, whole));
  const { $ref, ...rest } = part as Record<string, unknown>;
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inPlace(value, whole)]));
  const steps = $ref.slice('#/'.length).split('/');
  const named = steps.reduce((at, step) => (at as Record<string, unknown>)[step], whole);
  return { ...(inPlace(named, whole) as object), ...rest };
}

const bodyOf = async (path: string, method = 'post') =>
  (await readDescription()).paths[path]![method]!.requestBody!.content['application/json']!.schema;

const answerOf = async (path: string, method = 'get', status = '200') =>
  (await readDescription()).paths[path]![method]!.responses[status]!.content!['application/json']!.schema;

/** Versions in force: a document is accepted in the version that the page shows. */
async function versionsInForce(): Promise<{ document: string; version: string }[]> {
  return ((await (await ask('/api/documents')).json()) as { documents: { document: string; version: string }[] })
    .documents;
}

async function form(change: object = {}): Promise<object> {
  return {
    platform: 'windows',
    fullName: 'Ada Ant',
    email: 'ada.ant@example.com',
    country: 'CH',
    locale: 'en',
    confirmations: { terms: true, cookies: true, diskSpace: true, beta: true },
    documents: await versionsInForce(),
    ...change,
  };
}

async function refusal(change: object): Promise<Problem> {
  const response = await askSignedIn('/api/downloads', postJson(await form(change)));
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return (await response.json()) as Problem;
}

describe('3. Form: full name, email, country, download key, four confirmation checkboxes', () => {
  it('are the fields of a download; only the key may be left out', async () => {
    const { properties, required } = await bodyOf('/api/downloads');
    expect(Object.keys(properties!)).toEqual(
      expect.arrayContaining(['fullName', 'email', 'country', 'downloadKey', 'confirmations', 'platform']),
    );
    expect(required).toEqual(expect.arrayContaining(['fullName', 'email', 'country', 'confirmations', 'platform']));
    expect(required).not.toContain('downloadKey');
  });

  it('four confirmations, all required', async () => {
    const { properties } = await bodyOf('/api/downloads');
    expect(Object.keys(properties!.confirmations!.properties!)).toEqual(['terms', 'cookies', 'diskSpace', 'beta']);
    expect(properties!.confirmations!.required).toEqual(['terms', 'cookies', 'diskSpace', 'beta']);
  });

  it('platforms are Windows and macOS', async () => {
    const { properties } = await bodyOf('/api/downloads');
    expect(properties!.platform!.enum).toEqual(['windows', 'macos']);
    expect(properties!.locale!.enum).toEqual(['en', 'de', 'sv', 'it', 'fr']);
  });

  it('a download key has at most 64 characters', async () => {
    expect((await bodyOf('/api/downloads')).properties!.downloadKey!.maxLength).toBe(64);
  });
});

describe('5. Validation rules of a download', () => {
  it.each(['terms', 'cookies', 'diskSpace', 'beta'])('every checkbox must be ticked: %s', async (box) => {
    const confirmations = { terms: true, cookies: true, diskSpace: true, beta: true, [box]: false };
    const problem = await refusal({ confirmations });
    expect(problem).toMatchObject({ code: 'confirmation-missing', status: 422 });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([`/confirmations/${box}`]);
  });

  it.each(['DE', 'FR', 'AT', 'GB', 'US', 'NO'])('another country than the four is refused: %s', async (country) => {
    expect(await refusal({ country })).toMatchObject({ code: 'country-not-eligible', status: 422 });
  });

  it('macOS is coming soon: there is nothing to download', async () => {
    expect(await refusal({ platform: 'macos' })).toMatchObject({ code: 'platform-not-available', status: 422 });
  });

  const faults: [field: string, value: unknown, fault: string][] = [
    ['fullName', '', 'required'],
    ['fullName', undefined, 'required'],
    ['email', undefined, 'required'],
    ['email', 'no address', 'type'],
    ['country', undefined, 'required'],
    ['downloadKey', 'k'.repeat(65), 'length'],
  ];

  it.each(faults)('%s %j is told as the form’s fault “%s”', async (field, value, fault) => {
    const problem = await refusal({ [field]: value });
    expect(problem).toMatchObject({ code: 'validation-failed', status: 422 });
    expect(problem.errors?.map((each) => [each.pointer, each.fault])).toEqual([[`/${field}`, fault]]);
  });

  it('login is required before downloading', async () => {
    const response = await ask('/api/downloads', postJson(await form()));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'authentication-required' });
  });

  it.each(['CH', 'IT', 'IE', 'SE'])('an eligible person downloads: %s, a key of 64 characters', async (country) => {
    const response = await askSignedIn(
      '/api/downloads',
      postJson(await form({ country, downloadKey: 'k'.repeat(64) })),
    );
    expect(response.status).toBe(201);
    const download = (await response.json()) as Record<string, string | number>;
    expect(download).toMatchObject({ platform: 'windows', status: 'available' });
    expect(Math.abs(Date.parse(download.startedAt as string) - Date.now())).toBeLessThan(600_000);
    const file = await ask(download.url as string, { headers: { range: 'bytes=0-9' } });
    expect([file.status, file.headers.get('content-length')]).toEqual([206, '10']);
    expect(file.headers.get('content-range')).toBe(`bytes 0-9/${download.sizeBytes}`);
  });
});

describe('3. What is stored', () => {
  it('account data: full name, email, country, IP address, browser user agent', async () => {
    await askSignedIn('/api/downloads', {
      ...postJson(await form({ country: 'IE' }), { 'user-agent': 'Anthill 1.0' }),
    });
    const exported = (await (await askSignedIn('/api/account/export')).json()) as { data: { account: object } };
    expect(exported.data.account).toMatchObject({
      fullName: 'Ada Ant',
      email: 'ada.ant@example.com',
      country: 'IE',
      ipAddress: '127.0.0.1',
      userAgent: 'Anthill 1.0',
    });
  });

  it('acceptance records: document, version and date', async () => {
    await askSignedIn('/api/downloads', postJson(await form()));
    const account = (await (await askSignedIn('/api/account')).json()) as {
      acceptedDocuments: { document: string; version: string; acceptedAt: string }[];
    };
    const accepted = account.acceptedDocuments.map(({ document, version }) => ({ document, version }));
    expect(accepted).toEqual(expect.arrayContaining(await versionsInForce()));
    expect((await versionsInForce()).map(({ document }) => document).sort()).toEqual([
      'ai-service-use-policy',
      'cookie-policy',
      'eula',
      'privacy-policy',
      'terms',
    ]);
    for (const { acceptedAt } of account.acceptedDocuments) expect(Date.parse(acceptedAt)).not.toBeNaN();
  });

  it('consent records: timestamp, method, consent option version, session identifier, accepted document version', async () => {
    const { properties, required } = await bodyOf('/api/consents');
    const fields = ['decidedAt', 'method', 'optionVersion', 'sessionId', 'document'];
    expect(required).toEqual(expect.arrayContaining(fields));
    expect(Object.keys(properties!.document!.properties!)).toEqual(['document', 'version']);
  });

  it('usage data: feature, time and date, language, tokens consumed, AI model', async () => {
    const { properties } = await answerOf('/api/usage');
    const request = properties!.requests!.items!;
    expect(Object.keys(request.properties!)).toEqual(
      expect.arrayContaining(['requestedAt', 'feature', 'language', 'tokens', 'model']),
    );
    expect(request.properties!.feature!.enum).toEqual(['speech-to-text', 'text-enhancement', 'text-generation']);
    expect(Object.keys(properties!.totals!.items!.properties!)).toEqual(
      expect.arrayContaining(['feature', 'requests']),
    );
  });

  it('bookkeeping data: name and billing address, email, optional VAT ID', async () => {
    const { properties, required } = await bodyOf('/api/customer', 'put');
    const fields = ['fullName', 'email', 'street', 'postalCode', 'town', 'country'];
    expect(required).toEqual(expect.arrayContaining(fields));
    expect(properties!.vatNumber!.anyOf).toContainEqual({ type: 'null' });
    expect(properties!.country!.enum).toEqual(['CH', 'IT', 'IE', 'SE']);
  });
});

describe('9. Plans and releases in the API', () => {
  it('plan names: free, moderate, high, and enterprise by contact; the add-on is sold as offline-add-on', async () => {
    expect((await answerOf('/api/account')).properties!.plan!.enum).toEqual(['free', 'moderate', 'high', 'enterprise']);
    expect((await bodyOf('/api/orders')).properties!.product!.enum).toEqual(['offline-add-on', 'moderate', 'high']);
  });

  it('terms of 1 or 4 months, by card or invoice', async () => {
    const { properties } = await bodyOf('/api/orders');
    expect(properties!.months!.enum).toEqual([1, 4]);
    expect(properties!.method!.enum).toEqual(['card', 'invoice']);
  });

  it('Windows tested on 10 and 11; macOS tested on 12 to 15, coming soon', async () => {
    const { releases } = (await (await ask('/api/releases')).json()) as {
      releases: { platform: string; status: string; testedVersions: string[] }[];
    };
    expect(releases).toMatchObject([
      { platform: 'windows', status: 'available', testedVersions: ['10', '11'] },
      { platform: 'macos', status: 'coming-soon', testedVersions: ['12', '13', '14', '15'] },
    ]);
  });

  it('1. ten content languages', async () => {
    const { properties } = await bodyOf('/api/text/enhance');
    expect(properties!.language!.enum).toEqual(['en-US', 'en-GB', 'de', 'fr', 'it', 'es', 'pt', 'sv', 'da', 'nb']);
  });

  it('1. tone switching: neutral, formal, friendly', async () => {
    expect((await bodyOf('/api/text/enhance')).properties!.tone!.enum).toEqual(['neutral', 'formal', 'friendly']);
  });
});

describe('6. Roles and permissions', () => {
  const own = [
    '/api/account',
    '/api/downloads',
    '/api/usage',
    '/api/customer',
    '/api/subscription',
    '/api/invoices',
    '/api/account/export',
  ];

  it.each(own)('a visitor is not let in: GET %s', async (path) => {
    expect((await ask(path)).status).toBe(401);
  });

  it.each(own.slice(0, 5))('a signed-in user is: GET %s', async (path) => {
    expect((await askSignedIn(path)).status).toBe(200);
  });

  it.each(['/api/health', '/api/releases', '/api/documents', '/api/openapi.json'])(
    'a visitor may ask %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200);
    },
  );

  it('5. services only through the installed software: no text can be sent with a token of the site', async () => {
    const body = { transcript: 'um hello', language: 'en-GB', tone: 'neutral' };
    for (const act of ['enhance', 'structure', 'generate']) {
      const response = await askSignedIn(`/api/text/${act}`, postJson(body));
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'desktop-app-required' }]);
    }
  });
});
