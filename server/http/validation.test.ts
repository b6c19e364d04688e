import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type DownloadRequest, downloadRequest } from '../../shared/api/downloads.ts';
import { describeFaults } from './validation.ts';

const request: DownloadRequest = {
  platform: 'windows',
  fullName: 'Ada Ameise',
  email: 'ada@ameisen.ch',
  country: 'CH',
  locale: 'de',
  confirmations: { terms: true, cookies: true, diskSpace: true, beta: true },
  documents: [{ document: 'terms', version: '2025-08-01' }],
};

function faultsOf(body: unknown, schema: z.core.$ZodType = downloadRequest) {
  const result = z.safeParse(schema, body);
  return result.success ? [] : describeFaults(result.error.issues, body);
}

it('finds no fault in a good request', () => {
  expect(faultsOf(request)).toEqual([]);
});

it.each([
  ['/fullName', 'required', { fullName: '' }],
  ['/fullName', 'required', { fullName: '   ' }],
  ['/fullName', 'required', { fullName: undefined }],
  ['/fullName', 'type', { fullName: null }],
  ['/fullName', 'length', { fullName: 'x'.repeat(201) }],
  ['/fullName', 'type', { fullName: 5 }],
  ['/fullName', 'pattern', { fullName: '-- 12 --' }],
  ['/fullName', 'pattern', { fullName: 'Ada \u202eesiemA' }],
  ['/fullName', 'pattern', { fullName: 'Ada \ud83d' }],
  ['/email', 'required', { email: '' }],
  ['/email', 'type', { email: 'ada' }],
  ['/country', 'pattern', { country: 'ch' }],
  ['/locale', 'pattern', { locale: 'xx' }],
  ['/downloadKey', 'type', { downloadKey: null }],
  ['/downloadKey', 'length', { downloadKey: 'x'.repeat(65) }],
  ['/confirmations', 'required', { confirmations: undefined }],
  ['/confirmations/beta', 'type', { confirmations: { ...request.confirmations, beta: 'yes' } }],
  ['/documents', 'length', { documents: Array(21).fill(request.documents[0]) }],
  ['/documents/0/version', 'pattern', { documents: [{ document: 'terms', version: '1 August' }] }],
] as const)('%s is told as %s in %j', (pointer, fault, part) => {
  expect(faultsOf({ ...request, ...part })).toEqual([{ pointer, fault, detail: expect.any(String) }]);
});

it.each([[[]], ['text'], [5], [true]])('a body that is %j has the wrong type', (body) => {
  expect(faultsOf(body)).toEqual([{ pointer: '', fault: 'type', detail: 'must be of the type object' }]);
});

it('tells numbers out of range, unknown keys, and escapes pointers', () => {
  const schema = z.strictObject({ 'a/b~c': z.number().check(z.minimum(1), z.maximum(3)) });
  expect(faultsOf({ 'a/b~c': 0 }, schema)).toEqual([
    { pointer: '/a~1b~0c', fault: 'range', detail: 'must be at least 1' },
  ]);
  expect(faultsOf({ 'a/b~c': 4, other: 1 }, schema)).toEqual([
    { pointer: '/a~1b~0c', fault: 'range', detail: 'must be at most 3' },
    { pointer: '/other', fault: 'type', detail: 'is not known' },
  ]);
});

it('does not answer a hostile body with more than fifty faults', () => {
  expect(faultsOf(Array(1000).fill(5), z.array(z.string()))).toHaveLength(50);
});

it('never repeats what was sent', () => {
  const hostile = { ...request, email: 'planted', country: 'planted', locale: 'planted' };
  expect(JSON.stringify(faultsOf(hostile))).not.toContain('planted');
});
