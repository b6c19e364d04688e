/**
 * A transition between two documents is left out where the browser is too busy, or a document is left meanwhile. It then
 * rejects the transition's promises, and would report that as an error of the page though nothing is lost by it.
 */
export function letTransitionsBeLeftOut(): void {
  const accept = ({ viewTransition }: PageSwapEvent | PageRevealEvent) => {
    viewTransition?.ready.catch(() => {});
    viewTransition?.finished.catch(() => {});
  };
  addEventListener('pageswap', accept);
  addEventListener('pagereveal', accept);
}
