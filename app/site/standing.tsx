import { createElement, useEffect, useLayoutEffect, useRef } from 'react';
import { LoadFault } from './load-fault.ts';
import { endSignal, failScripts, takeOver } from './root-signals.ts';

interface Props {
  /** The element and its attributes. */
  as: 'main' | 'div';
  attributes: object;
  /** Holds what was shown last; it may be the very element that this becomes. */
  from: () => Element | null;
  fault: unknown;
}

/**
 * What was shown stays when its code fails or never arrives: it can be read, its links can be followed, and an inline
 * script says so where a control is pressed that needs the code (app/site/inline/start-page.ts).
 */
export function Standing({ as, attributes, from, fault }: Props) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for this fault
  useLayoutEffect(() => {
    const [last, own] = [from(), place.current!];
    if (last && last !== own) own.replaceChildren(...last.childNodes);
    // Not an attribute for React, which gives none to an element that it finds.
    own.dataset.standing = '';
    failScripts(fault instanceof LoadFault ? 'load' : 'fault');
    return () => endSignal('failed');
  }, []);
  useEffect(takeOver, []);
  // An empty text, which differs from what is there and may: so React leaves all of it alone.
  return createElement(as, { ...attributes, ref: place, suppressHydrationWarning: true }, '');
}
