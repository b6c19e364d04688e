import type { ComponentProps, ReactNode } from 'react';
import { FieldError, fieldAttributes } from './field.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  id: string;
  /** What is confirmed; may contain links. */
  children: ReactNode;
  error?: string | undefined;
}

/** A checkbox with a text that may be long and contain links. */
export function CheckboxField({ id, children, error, ...input }: Props) {
  return (
    <div className="choice">
      <label className="choice-line" htmlFor={id}>
        <input {...input} {...fieldAttributes({ id, error })} type="checkbox" className="check" />
        <span>{children}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
