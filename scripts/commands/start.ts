/** `npm start`: builds what changed, serves the site, and stand-ins for what is not configured. */
import { workAsOwnerOf } from '../../server/data-folder-owner.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { buildSite } from './build.ts';
import { secondsSinceCall } from './command.ts';
import { requireFreePorts } from './ports.ts';
import { onEndSignal } from './signals.mjs';
import { describeSite, type Site } from './site.ts';
import { startProcess, waitForPage, waitForPort, waitForServer } from './site-processes.ts';
import { ExplainedError } from './step.mjs';

await runCommand(async () => {
  const site = describeSite(process.env);
  await requireFreePorts(site.ports);
  await buildSite();
  // Stand-ins keep their data in the same folder.
  workAsOwnerOf(site.config.dataDir);
  await serve(site);
});

/** Runs the site's processes until one of them ends or this command is asked to. */
async function serve(site: Site): Promise<void> {
  const server = startProcess('server', site.serverEnvironment);
  const standIns = site.standIns.map(({ name, port, environment }) => ({
    each: startProcess(name, environment),
    port,
  }));
  const running = [server, ...standIns.map(({ each }) => each)];
  let stopping = false;
  const stopAll = () => Promise.all(running.map((each) => each.stop()));
  onEndSignal(() => {
    stopping = true;
    void stopAll();
  });

  const firstEnd = Promise.race(running.map(async (each) => ({ each, code: await each.ended })));
  const ready = Promise.all([
    waitForServer(server, site.config),
    ...standIns.map(({ each, port }) => waitForPort(each, port)),
  ]);
  try {
    await Promise.race([firstEnd, ready.then(() => announce(site))]);
    const { each, code } = await firstEnd;
    if (stopping) return;
    process.exitCode = code;
    throw new ExplainedError(`The ${each.name} process ended with code ${code}.`);
  } finally {
    await stopAll();
  }
}

async function announce(site: Site): Promise<void> {
  await waitForPage(site.config);
  const width = Math.max(...site.addresses.map(([name]) => name.length));
  console.log(
    [
      '',
      ...site.addresses.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`),
      '',
      `First page after ${secondsSinceCall()} s. Ctrl-C ends it.`,
      '',
    ].join('\n'),
  );
}
