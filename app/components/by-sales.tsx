import type { ReactNode } from 'react';

/** What is said as long as nothing is sold, and then: the HTML has both, and the style sheet shows what fits. */
export function BySales({ closed, open }: { closed: ReactNode; open: ReactNode }) {
  return (
    <>
      <span className="shown-with-sales-closed">{closed}</span>
      <span className="shown-with-sales-open">{open}</span>
    </>
  );
}
