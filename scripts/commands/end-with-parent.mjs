/**
 * Loaded before a program with `--import`: ends it when the process that started it is gone. At first by a signal, so
 * that the program can close its database; after 30 seconds by force.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const patienceMs = 30_000;

if (isMainThread && process.connected) {
  // Programs forked by this one have channels of their own, which must not be unreferenced.
  process.execArgv.splice(0);
  process.once('disconnect', () => {
    // In a thread of its own, for a program stuck in an endless loop.
    const watchdog = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${patienceMs})`;
    new Worker(watchdog, { eval: true, execArgv: [] }).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone must not keep a finished program running.
  process.channel.unref();
}
