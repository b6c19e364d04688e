import type { FastifySchemaCompiler } from 'fastify';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';
import { faultOf } from '../../shared/field-fault.ts';
import type { FieldFault, ProblemBody } from '../../shared/problems.ts';
import { Problem } from './problem.ts';

type FieldError = NonNullable<ProblemBody['errors']>[number];

/** Enough to correct a form; a hostile body does not get an answer larger than itself. */
const maxReportedErrors = 50;

/**
 * Validates a part of a request against its schema. A faulty body is a `validation-failed` problem with a pointer for
 * each fault, a faulty path is not found, and faulty query strings and headers are malformed requests.
 */
export const compileValidator: FastifySchemaCompiler<$ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const result = safeParse(schema, data);
    if (result.success) return { value: result.data };
    if (httpPart === 'params') return { error: new Problem('not-found') };
    const errors = describeFaults(result.error.issues, data);
    if (httpPart === 'body') return { error: new Problem('validation-failed', { errors }) };
    const where = httpPart === 'headers' ? 'header' : 'query parameter';
    const detail = errors.map((error) => `The ${where} "${error.pointer.slice(1)}" ${error.detail}.`).join(' ');
    return { error: new Problem('malformed-request', { detail }) };
  };
};

/** Each fault once, with a JSON pointer (RFC 6901) into `body`. */
export function describeFaults(issues: readonly $ZodIssue[], body: unknown): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const path of issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path]) {
      const pointer = path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
      const { fault, detail } = describeFault(issue, path.length ? valueAt(body, path) : (body ?? undefined));
      if (!errors.has(`${fault} ${pointer}`)) errors.set(`${fault} ${pointer}`, { pointer, fault, detail });
    }
  }
  return [...errors.values()].slice(0, maxReportedErrors);
}

function describeFault(issue: $ZodIssue, value: unknown): { fault: FieldFault; detail: string } {
  const fault = faultOf(issue, value);
  return { fault, detail: fault === 'required' ? 'is required' : describeRule(issue) };
}

function describeRule(issue: $ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
    case 'too_big': {
      const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      if (issue.origin === 'string') return `must have ${limit} characters`;
      return ['array', 'set', 'map'].includes(issue.origin) ? `must have ${limit} entries` : `must be ${limit}`;
    }
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be of the format ${issue.format}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_type':
      return `must be of the type ${issue.expected}`;
    case 'unrecognized_keys':
      return 'is not known';
    default:
      return 'is not valid';
  }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
