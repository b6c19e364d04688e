import { useEffect, useState } from 'react';

/** True once this question has waited so long that the page goes on without an answer; false where there is none. */
export function useOverdue(ask: unknown, withinMs: number): boolean {
  const [overdue, setOverdue] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(() => ask), withinMs);
    return () => clearTimeout(timer);
  }, [ask, withinMs]);
  return ask !== null && overdue === ask;
}
