import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  askForText,
  type Calls,
  Client,
  ClientFault,
  Offline,
  type Preview,
  Session,
  type TextOperation,
  type TextRequest,
} from '../../clients/typescript/index.ts';
import { textOperations, tones } from '../../shared/business/text-service.ts';
import { ExplainedFault } from '../stand-in.ts';
import { readDesktopConfig } from './config.ts';
import { Keychain } from './keychain.ts';

const usage = `The desktop app as far as the service can tell, over HTTP only.

  npm run desktop -- login                       signs in with the browser (PKCE over a port of this machine)
  npm run desktop -- start                       what the app has to know before it is used
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
  const session = new Session(config, keychain);
  const client = new Client(config, session);
  const offline = new Offline(config, keychain, session);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  switch (command) {
    case 'login':
      await session.signIn((address) => tell(`Open this address to sign in:\n${address}`));
      print(`Signed in as ${session.user!.userId}.`);
      return;
    case 'start':
      return showStart(client, { installationId: keychain.kept.installationId, platform: config.platform });
    case 'status':
      return showStatus(client);
    case 'record-offline': {
      const language = values.language as TextRequest['language'];
      const { left } = await offline.record({ seconds: seconds ?? 30, language, model: 'stand-in' });
      print(left === null ? 'Recorded.' : `Recorded; ${left} offline requests are left.`);
      return;
    }
    case 'report':
      for (const { id, state, adjusted } of await offline.report(client))
        print(`${id} ${state}${adjusted ? ' (the clock was wrong)' : ''}`);
      return;
    case 'entitlement': {
      if (!values.offline) await offline.report(client);
      const claims = await (values.offline ? offline.require() : offline.refresh(client));
      const left = offline.countLeft(claims);
      print(`Plan ${claims.plan}, good until ${new Date(claims.exp * 1000).toISOString()}.`);
      print(left === null ? 'Offline requests: no limit.' : `Offline requests left: ${left}.`);
      return;
    }
    case 'logout':
      await client.signOut();
      print('Signed out.');
      return;
    default: {
      const operation = textOperations.find((name) => name === command);
      if (!operation) throw new ExplainedFault(usage);
      if (!tones.some((tone) => tone === values.tone))
        throw new ExplainedFault(`--tone is one of ${tones.join(', ')}.`);
      const transcript = words.length ? words.join(' ') : await readAll(process.stdin);
      const recording = seconds === undefined ? {} : { recording: { seconds } };
      const body = { transcript, language: values.language, tone: values.tone, ...recording } as TextRequest;
      const call = `${operation}Text` satisfies TextOperation;
      const done = await askForText(client, call, body, values.json ? undefined : preview);
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

async function showStart(client: Client, query: Calls['startApp']['query']): Promise<void> {
  const { status, versions, refusal, entitlement, announcements } = await client.call('startApp', { query });
  print(`Texts are ${status.text}. Newest version: ${versions.newest ?? 'none'}, oldest: ${versions.oldest}.`);
  if (refusal)
    print(`${refusal.code}: ${refusal.message ?? refusal.title}${refusal.action ? ` See ${refusal.action.url}` : ''}`);
  if (entitlement) print(`Good offline until the next start, or until ${entitlement.refreshAfter}.`);
  for (const { message, action } of announcements) print(`${message} See ${action.url}`);
}

async function showStatus(client: Client): Promise<void> {
  const account = await client.call('getAccount');
  print(`Account ${account.id}, ${account.status}, plan ${account.plan}.`);
  for (const pool of ['online', 'offline'] as const) {
    const { limit, used, remaining, resetsAt } = account.usage[pool];
    const left = limit === null ? `${used} used, no limit` : `${used} of ${limit} used, ${remaining} left`;
    print(`${pool}: ${left}${resetsAt ? `, anew at ${resetsAt}` : ''}`);
  }
}

/** What the user types to get on. */
const ways: Partial<Record<ClientFault['kind'], string>> = {
  'sign-in': 'npm run desktop -- login',
  'go-online': 'npm run desktop -- entitlement',
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  const way = error instanceof ClientFault ? ways[error.kind] : undefined;
  const isExplained = error instanceof ExplainedFault || error instanceof ClientFault;
  tell(isExplained ? [error.message, ...(way ? [way] : [])].join(' ') : String((error as Error).stack));
  process.exitCode = 1;
}
