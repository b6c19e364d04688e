import { Mark } from './mark.tsx';

/** Mark and name. */
export function Logo() {
  return (
    <>
      <Mark />
      <span>Writing Ant</span>
    </>
  );
}
