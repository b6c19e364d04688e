import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps, fieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
  /** Shown while nothing is chosen; an entry of its own that cannot be selected again. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  /** Below the select, such as a link for a missing entry. */
  after?: ReactNode;
}

/** A choice from a list, using the browser's own menu. */
export function SelectField({ id, label, optional, hint, error, placeholder, options, after, ...select }: Props) {
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error}>
      <div className="select">
        <select {...select} {...fieldAttributes({ id, hint, error })} className="field-control">
          <option value="" disabled>
            {placeholder}
          </option>
          {options.map((option) => (
            // The server and a browser may know another name, or order, for a country.
            <option key={option.value} value={option.value} suppressHydrationWarning>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
      {after ? <div className="field-hint">{after}</div> : null}
    </Field>
  );
}
