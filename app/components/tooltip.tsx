import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';

interface Props {
  /** With null, nothing is shown. */
  text: string | null;
  /** Renders the control; spread the attributes on it. */
  children: (attributes: { 'aria-describedby'?: string }) => ReactElement;
}

/** A hint for a control, on hover, focus and tap; stays while the pointer is on it, Escape closes it (WCAG 1.4.13). */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  if (text === null) return <span className="tooltip">{children({})}</span>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its control is already told
    <span
      className="tooltip"
      data-open={open || undefined}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && close()}
      onFocus={() => setOpen(true)}
      onBlur={close}
      onClick={() => setOpen(true)}
      onKeyDown={closeOnEscape}
    >
      {children({ 'aria-describedby': id })}
      <span className="tooltip-text" role="tooltip" id={id}>
        <span>{text}</span>
      </span>
    </span>
  );
}
