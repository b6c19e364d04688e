import type { ComponentProps } from 'react';
import { Field, type FieldProps, fieldAttributes } from './field.tsx';

/** One line of text with its label; all attributes of an input are passed on. */
export function TextField({
  id,
  label,
  optional,
  hint,
  error,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error}>
      <input type="text" {...input} {...fieldAttributes({ id, hint, error })} className="field-control" />
    </Field>
  );
}
