import type { FieldFault } from '../../shared/problems.ts';
import { ApiProblem } from './api-client.ts';

/** What is wrong with a form, by field. */
export type FieldFaults<Field extends string> = Partial<Record<Field, FieldFault>>;

/** Fields that the API has refused, from its JSON pointers or from what the problem is about. */
export function faultsOf<Field extends string>(problem: unknown): FieldFaults<Field> {
  if (!(problem instanceof ApiProblem)) return {};
  const found: FieldFaults<string> =
    problem.code === 'vat-number-invalid'
      ? { vatNumber: 'pattern' }
      : problem.code === 'country-not-eligible'
        ? { country: 'range' }
        : Object.fromEntries(problem.errors.map(({ pointer, fault }) => [pointer.slice(1), fault]));
  return found as FieldFaults<Field>;
}
