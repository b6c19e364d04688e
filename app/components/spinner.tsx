import { Mark } from './brand/mark.tsx';

interface Props {
  /** What is loading: 'Loading page...' */
  label: string;
  /** Within a line, rather than in place of a page. */
  inline?: boolean;
}

/** Something is loading. */
export function Spinner({ label, inline = false }: Props) {
  return (
    <div role="status" className={inline ? 'spinner spinner-inline' : 'spinner'}>
      <Mark walking />
      <span>{label}</span>
    </div>
  );
}
