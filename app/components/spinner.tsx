import { Mark } from './brand/mark.tsx';

interface Props {
  /** What is awaited: 'Loading page...' */
  label: string;
  /** Within a line instead of in the place of a page. */
  inline?: boolean;
}

/** Something is on its way. */
export function Spinner({ label, inline = false }: Props) {
  return (
    <div role="status" className={inline ? 'spinner spinner-inline' : 'spinner'}>
      <Mark walking />
      <span>{label}</span>
    </div>
  );
}
