import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import type { TestApi } from './api.ts';
import { readEvents } from './text-api.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

export interface DescribedOperation {
  method: Method;
  path: string;
  operation: OpenAPIV3_1.OperationObject;
}

/** What a server says of its API, to compare its answers with. */
export interface DescribedApi {
  document: OpenAPIV3_1.Document;
  operations: DescribedOperation[];
  /** What has been compared so far, as `get /api/health 200`. */
  compared: Set<string>;
  /** Expects an answer to be one of those that the description promises for the operation. */
  expectAsDescribed(method: Method, path: string, answer: LightMyRequestResponse): void;
  /** Of the part of the description that `steps` lead to. */
  validatorOf(steps: string[]): ValidateFunction;
  /** Of a schema of the description. */
  validatorOfSchema(schema: object): ValidateFunction;
}

/** The same, with every object that names its members closed to others. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (part === null || typeof part !== 'object') return part;
  const all = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  return (
    'properties' in part && 'type' in part && !('additionalProperties' in part)
      ? { ...all, additionalProperties: false }
      : all
  ) as Part;
}

/** Reads the description that the server itself gives. */
export async function readDescription(api: TestApi): Promise<DescribedApi> {
  const document: OpenAPIV3_1.Document = (await api.get(apiPaths.openapi)).json();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // With letters of any script; what it has to look like is in the pattern beside it.
  ajv.addFormat('idn-email', true);
  // What an answer adds is allowed to others, and not to us.
  ajv.addSchema(closed(document), 'openapi');
  const compared = new Set<string>();
  const validators = new Map<string, ValidateFunction>();
  // The library compiles whatever object is new to it, and each of them anew.
  const validatorOf = (steps: string[]) => {
    const pointer = steps.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/');
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };
  return {
    document,
    operations: Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method) =>
        item?.[method] ? [{ method, path, operation: item[method] }] : [],
      ),
    ),
    compared,
    validatorOf,
    validatorOfSchema: (schema) => ajv.compile(schema),
    expectAsDescribed(method, path, answer) {
      const answers = document.paths?.[path]?.[method]?.responses ?? {};
      const status = String(answer.statusCode);
      const key = status in answers ? status : 'default';
      const described = answers[key] as OpenAPIV3_1.ResponseObject | undefined;
      if (status === '204' || status === '302') {
        expect([key, answer.body]).toEqual([status, '']);
        compared.add(`${method} ${path} ${status}`);
        return;
      }
      const mediaType = String(answer.headers['content-type']).split(';', 1)[0]!;
      expect(Object.keys(described?.content ?? {}), `media types of ${method} ${path} ${status}`).toContain(mediaType);
      compared.add(`${method} ${path} ${key}`);
      if (mediaType === 'application/problem+json')
        expect(described, `${method} ${path} ${status}`).toHaveProperty(
          ['x-problem-codes'],
          expect.arrayContaining([answer.json().code]),
        );
      expect(Object.keys(described?.headers ?? {}), `headers of ${method} ${path} ${status}`).toContain('Request-Id');
      if (!/json$|^text\/event-stream$/.test(mediaType)) return;
      const schema = ['paths', path, method, 'responses', key, 'content', mediaType, 'schema'];
      const expectValid = (steps: string[], value: unknown) => {
        const validate = validatorOf(steps);
        validate(value);
        expect(validate.errors ?? [], `${method} ${path} ${status}: ${JSON.stringify(value)}`).toEqual([]);
      };
      if (mediaType !== 'text/event-stream') return expectValid(schema, answer.json());
      for (const { event, data } of readEvents(answer.body)) expectValid([...schema, 'x-events', event], data);
    },
  };
}
