const checkEveryMs = 1000;

/**
 * Calls `end` when the process that started this one is gone, so that no orphan keeps the port: at once when there is an
 * IPC channel to it, within about a second when only its id is known.
 */
export function whenParentEnds(parentPid: number | undefined, end: () => void): void {
  // Undefined without a channel; false when it was closed before this line was reached.
  if (process.connected === false) end();
  process.once('disconnect', end);
  if (parentPid === undefined) return;
  setInterval(() => {
    if (!isRunning(parentPid)) end();
  }, checkEveryMs).unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
