import { type MouseEvent, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** What is wrong, with the id of the control concerned, in the order of the form. */
  errors: readonly { id: string; message: string }[];
}

/**
 * Everything that keeps a form from being sent, above the form. Takes the focus when it appears: give it a new `key`
 * with each attempt, so that it does so again.
 */
export function ErrorSummary({ title, errors }: Props) {
  const summary = useRef<HTMLElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const goTo = (event: MouseEvent, id: string) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <section className="error-summary" ref={summary} tabIndex={-1} role="alert" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a className="error-link" href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
