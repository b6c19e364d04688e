import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from './button.tsx';
import { ErrorSummary } from './error-summary.tsx';

interface Props<Field extends string> {
  /** Each field has the id `<id>-<name>`. */
  id: string;
  action: string;
  /** The fields that somebody fills in, by name, in the order of the form. */
  labels: Record<Field, string>;
  submit: string;
  /** The fields, and what stands before the button. */
  children: (faults: Partial<Record<Field, string>>) => ReactNode;
}

/**
 * A form that the browser itself sends, so that it works without a script; a page answers. The browser checks it, too: what it finds is
 * said as in every other form once the page's script is here. What was typed stays.
 */
export function ServedForm<Field extends string>({ id, action, labels, submit, children }: Props<Field>) {
  const { t, locale } = useMessages();
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [attempts, setAttempts] = useState(0);
  /** Comes before the browser looks at the fields, also where somebody presses Enter in one. */
  const begin = () => {
    setFaults({});
    setAttempts(attempts + 1);
  };
  const mark = (event: FormEvent<HTMLFormElement>) => {
    // Instead of the browser's own bubble, in its own language.
    event.preventDefault();
    const { name, validity } = event.target as HTMLInputElement | HTMLSelectElement;
    const field = name as Field;
    const fault = validity.valueMissing ? t('form.required', { label: labels[field] }) : t('form.type.email');
    setFaults((found) => ({ ...found, [field]: fault }));
  };
  const faulty = (Object.keys(labels) as Field[]).filter((field) => faults[field]);
  return (
    <form className="stack" method="post" action={action} onInvalidCapture={mark}>
      {faulty.length > 0 && (
        <ErrorSummary
          key={attempts}
          title={t('form.error-summary', { count: faulty.length })}
          errors={faulty.map((field) => ({ id: `${id}-${field}`, message: faults[field]! }))}
        />
      )}
      <div className="stack">{children(faults)}</div>
      <Button type="submit" variant="secondary" onClick={begin} data-served>
        {submit}
      </Button>
      <input type="hidden" name="language" value={locale} />
    </form>
  );
}
