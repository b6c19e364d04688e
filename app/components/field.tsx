import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What every field has around its control. */
export interface FieldProps {
  /** The id of the control; an error summary links to it. */
  id: string;
  label: ReactNode;
  /** Shown beside the label of a field that may stay empty: 'optional'. */
  optional?: string | undefined;
  /** What to enter, below the label. */
  hint?: ReactNode;
  /** What is wrong, below the control. */
  error?: string | undefined;
}

/** The attributes that connect a control to its hint and its error. */
export function fieldAttributes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    ...(error ? { 'aria-invalid': true } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  };
}

/** What is wrong with a field. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}

/** Label, hint and error around a control. */
export function Field({
  id,
  label,
  optional,
  hint,
  error,
  children,
}: FieldProps & { children: ReactElement | (ReactElement | null)[] }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field-optional">{` (${optional})`}</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
