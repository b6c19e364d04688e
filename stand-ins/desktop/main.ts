import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { AccountAnswer } from '../../shared/api/account.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { textOperations, tones } from '../../shared/business/text-service.ts';
import { ExplainedFault } from '../stand-in.ts';
import { readDesktopConfig } from './config.ts';
import { Keychain } from './keychain.ts';
import { countLeft, recordOffline, refreshEntitlement, report, requireEntitlement } from './offline.ts';
import { Service } from './service.ts';
import { signIn } from './sign-in.ts';
import { askForText, type Preview } from './text-call.ts';

const usage = `The desktop app as far as the service can tell, over HTTP only.

  npm run desktop -- login                       signs in with the browser (PKCE over a port of this machine)
  npm run desktop -- status                      account, plan and what is left
  npm run desktop -- enhance [words …]           makes a transcript into text; also structure and generate
        --language de --tone formal --seconds 12 --json      without words it reads the standard input
  npm run desktop -- record-offline              counts a recording that is made into text offline
        --language de --seconds 30
  npm run desktop -- report                      reports what was recorded offline
  npm run desktop -- entitlement [--offline]     asks for a new entitlement, or checks the one there is
  npm run desktop -- logout
`;

const options = {
  language: { type: 'string', default: 'en-GB' },
  tone: { type: 'string', default: 'neutral' },
  seconds: { type: 'string' },
  json: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
} as const;

/** Results go to the standard output, everything else beside it. */
const print = (line: string) => process.stdout.write(`${line}\n`);
const tell = (line: string) => process.stderr.write(`${line}\n`);

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [command = '', ...words] = positionals;
  const config = readDesktopConfig();
  const keychain = new Keychain(config.folder);
  const service = new Service(config, keychain);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  switch (command) {
    case 'login': {
      const { code, codeVerifier } = await signIn(config, (address) =>
        tell(`Open this address to sign in:\n${address}`),
      );
      await service.exchange(code, codeVerifier);
      print(`Signed in as ${service.session!.userId}.`);
      return;
    }
    case 'status':
      return showStatus(service);
    case 'record-offline': {
      const { left } = await recordOffline(config, keychain, { seconds: seconds ?? 30, language: values.language });
      print(left === null ? 'Recorded.' : `Recorded; ${left} offline requests are left.`);
      return;
    }
    case 'report':
      for (const { id, state, adjusted } of await report(service, keychain))
        print(`${id} ${state}${adjusted ? ' (the clock was wrong)' : ''}`);
      return;
    case 'entitlement': {
      if (!values.offline) await report(service, keychain);
      const entitlement = await (values.offline
        ? requireEntitlement(config, keychain)
        : refreshEntitlement(service, keychain));
      const left = countLeft(entitlement, keychain.kept.recordings, config.now());
      print(`Plan ${entitlement.plan}, good until ${new Date(entitlement.exp * 1000).toISOString()}.`);
      print(left === null ? 'Offline requests: no limit.' : `Offline requests left: ${left}.`);
      return;
    }
    case 'logout':
      await service.signOut();
      print('Signed out.');
      return;
    default: {
      const operation = textOperations.find((name) => name === command);
      if (!operation) throw new ExplainedFault(usage);
      if (!tones.some((tone) => tone === values.tone))
        throw new ExplainedFault(`--tone is one of ${tones.join(', ')}.`);
      const transcript = words.length ? words.join(' ') : await readAll(process.stdin);
      const recording = seconds === undefined ? {} : { recording: { seconds } };
      const body = { transcript, language: values.language, tone: values.tone, ...recording };
      const done = await askForText(service, operation, body, values.json ? undefined : preview);
      if (process.stderr.isTTY) tell('');
      print(values.json ? JSON.stringify(done) : done.text);
      const left = done.quota.remaining === null ? 'no limit' : `${done.quota.remaining} online requests left`;
      tell(`${done.outcome === 'unchanged' ? 'Unchanged and not counted' : 'Written'} by ${done.model}; ${left}.`);
    }
  }
}

/** On a terminal only: what is written may still be taken back. */
const preview: Preview = {
  delta: (text) => void (process.stderr.isTTY && process.stderr.write(`\u001b[2m${text}\u001b[0m`)),
  restart: () => void (process.stderr.isTTY && process.stderr.write('\n')),
};

async function showStatus(service: Service): Promise<void> {
  const account = (await (await service.call(apiPaths.account)).json()) as AccountAnswer;
  print(`Account ${account.id}, ${account.status}, plan ${account.plan}.`);
  for (const pool of ['online', 'offline'] as const) {
    const { limit, used, remaining, resetsAt } = account.usage[pool];
    const left = limit === null ? `${used} used, no limit` : `${used} of ${limit} used, ${remaining} left`;
    print(`${pool}: ${left}${resetsAt ? `, anew at ${resetsAt}` : ''}`);
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  tell(error instanceof ExplainedFault ? error.message : String((error as Error).stack));
  process.exitCode = 1;
}
