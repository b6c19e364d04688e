import { constants } from 'node:os';

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What a shell reports for a process that ended by `signal`. */
export function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

/**
 * Calls `listener(signal, exitCode)` at the first signal to end; a terminal and npm both pass on Ctrl-C, so it may
 * arrive twice. Returns a function that stops listening.
 * @param {(signal: string, exitCode: number) => void} listener
 */
export function onEndSignal(listener) {
  let called = false;
  const handlers = endSignals.map((signal) => {
    const handler = () => {
      if (called) return;
      called = true;
      listener(signal, exitCodeOf(signal));
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}
