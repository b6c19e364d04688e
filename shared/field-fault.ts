import type { $ZodIssue } from 'zod/v4/core';
import type { FieldFault } from './problems.ts';

/** Translates a schema's finding into the rule that was broken; `value` is what was given. */
export function faultOf(issue: $ZodIssue, value: unknown): FieldFault {
  // `null` counts as given, even for what may be omitted.
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return 'required';
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return ['string', 'array', 'set', 'map'].includes(issue.origin) ? 'length' : 'range';
    case 'not_multiple_of':
      return 'range';
    case 'invalid_format':
      return issue.format === 'regex' ? 'pattern' : 'type';
    case 'invalid_value':
      return 'pattern';
    default:
      return 'type';
  }
}
