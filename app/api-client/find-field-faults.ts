import * as z from 'zod/mini';
import { faultOf } from '../../shared/field-fault.ts';
import type { FieldFaults } from './refused-fields.ts';

// The page's policy forbids the code that the library would generate (Content-Security-Policy, script-src).
z.config({ jitless: true });

/** Validates what was typed as the API will: the first rule that each field breaks. */
export function findFieldFaults<Field extends string>(
  schema: z.ZodMiniType,
  values: Readonly<Partial<Record<Field, unknown>>>,
): FieldFaults<Field> {
  const { error } = z.safeParse(schema, values);
  const faults: FieldFaults<Field> = {};
  for (const issue of error?.issues ?? []) {
    const field = issue.path[0] as Field;
    faults[field] ??= faultOf(issue, values[field]);
  }
  return faults;
}
