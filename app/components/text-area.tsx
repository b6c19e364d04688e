import type { ComponentProps } from 'react';
import { Field, type FieldProps, fieldAttributes } from './field.tsx';

/** Several lines of text with their label; all attributes of a text area are passed on. */
export function TextArea({
  id,
  label,
  optional,
  hint,
  error,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error}>
      <textarea {...area} {...fieldAttributes({ id, hint, error })} className="field-control" />
    </Field>
  );
}
