import { resolveTxt } from 'node:dns/promises';
import type { Config } from '../../config/config.ts';
import { connectAiProvider } from '../../integrations/ai-provider.ts';
import { askBounceMailbox } from '../../integrations/bounce-mailbox.ts';
import { connectLoginProvider } from '../../integrations/login-provider.ts';
import { askMailServer } from '../../integrations/mail-server.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { checkMailRecords } from '../mail-records.ts';
import { openShelf } from '../releases/open-shelf.ts';
import { type DoctorCheck, unset, well, wrong } from './finding.ts';
import { listMachineChecks } from './machine-checks.ts';

const patienceMs = 10_000;
/** Tokens and links are good to the minute. */
const clockToleranceMs = 30_000;

/** Everything that the service needs and that can be wrong without its being so. None of it changes anything. */
export function listDoctorChecks(config: Config): DoctorCheck[] {
  return [...listMachineChecks(config), ...listServiceChecks(config)];
}

function listServiceChecks(config: Config): DoctorCheck[] {
  const { login, mail, text, cards, vat } = config;
  return [
    {
      name: 'sign-in',
      mends: 'Correct LOGIN_CLIENT_ID, LOGIN_API_HOSTNAME or LOGIN_JWKS_URL: without its keys nobody can sign in.',
      ask: () => askKeys(login.jwksUrl),
    },
    {
      name: 'sign-in of the app',
      mends: 'Correct LOGIN_DESKTOP_CLIENT_ID or LOGIN_DESKTOP_JWKS_URL: without these keys nobody can use the app.',
      ask: async () => (login.desktop ? askKeys(login.desktop.jwksUrl) : unset('LOGIN_DESKTOP_CLIENT_ID')),
    },
    {
      name: 'users at the login provider',
      mends: 'Correct LOGIN_API_KEY: writing-ant secret rotate login',
      async ask() {
        if (!login.apiKey) return unset('LOGIN_API_KEY; accounts cannot be closed on the site');
        await connectLoginProvider(login).findUsersSince(new Date());
        return well('the key is taken');
      },
    },
    {
      name: 'clock of this machine',
      mends: 'Let the system keep the time: timedatectl set-ntp true',
      ask: () => askClock(login.jwksUrl),
    },
    {
      name: 'mail server',
      mends: 'Correct SMTP_URL (writing-ant secret rotate mail), or start the mail server.',
      async ask() {
        if (!mail.smtpUrl) return unset('SMTP_URL; mails become files');
        await askMailServer({ ...mail, smtpUrl: mail.smtpUrl });
        return well('it takes the login');
      },
    },
    {
      name: 'mail domain',
      mends: 'Write the records that writing-ant mail dns names.',
      async ask() {
        if (!mail.smtpUrl) return unset('SMTP_URL');
        const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1);
        const bad = (await checkMailRecords(domain, undefined, resolveTxt)).filter(({ isWell }) => !isWell);
        return bad.length ? wrong(bad.map(({ name, finding }) => `${name}: ${finding}`).join('; ')) : well(domain);
      },
    },
    {
      name: 'mailbox of returned mail',
      mends: 'Correct BOUNCE_IMAP_URL (writing-ant secret rotate mailbox): nobody learns of mail that returns.',
      async ask() {
        if (!mail.bounceUrl) return unset('BOUNCE_IMAP_URL');
        await askBounceMailbox(mail.bounceUrl);
        return well('it opens');
      },
    },
    {
      name: 'AI provider',
      mends: 'Correct OPENAI_API_KEY (writing-ant secret rotate ai) or TEXT_MODELS; writing-ant text status says more.',
      async ask() {
        const listed = (await (await connectAiProvider(text)).listModels()).map(({ name }) => name);
        const missing = text.models.map(({ name }) => name).filter((name) => !listed.includes(name));
        return missing.length ? wrong(`has no ${missing.join(', ')}`) : well(`has ${text.models.length} of our models`);
      },
    },
    {
      name: 'card payments',
      mends: 'Correct STRIPE_SECRET_KEY: writing-ant secret rotate cards',
      async ask() {
        if (!cards) return unset('STRIPE_SECRET_KEY; nobody pays by card');
        await connectStripe(cards).listEvents(1);
        return well('the key is taken');
      },
    },
    {
      name: 'register of VAT numbers',
      mends: 'Nothing: it is often away for a while. If it stays so, look at VIES_API_URL.',
      async ask() {
        const { ok, status } = await ask(`${vat.registerUrl}/check-status`);
        return ok ? well('answers') : wrong(`answers ${status}`);
      },
    },
    {
      name: 'releases',
      mends:
        'writing-ant release verify says which file; RELEASES_DIR or the five settings of the bucket say where they are.',
      async ask() {
        const shelf = openShelf(config);
        const found = [...(await shelf.manifests())];
        const bad = found.filter(([, text]) => text instanceof Error).map(([name]) => name);
        if (bad.length) return wrong(`cannot be read: ${bad.join(', ')}`);
        return found.length ? well(`${found.length} in ${shelf.place}`) : wrong(`none in ${shelf.place}`);
      },
    },
  ];
}

const ask = (url: string) => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });

async function askKeys(url: string) {
  const answer = await ask(url);
  const keys = answer.ok ? ((await answer.json()) as { keys?: unknown[] }).keys : undefined;
  return keys?.length
    ? well(`${keys.length} keys at ${new URL(url).host}`)
    : wrong(`${url} answers ${answer.status} without keys`);
}

/** By the time that the provider of sign-ins says: its tokens are judged by ours. */
async function askClock(url: string) {
  const told = Date.parse((await ask(url)).headers.get('date') ?? '');
  if (Number.isNaN(told)) return unset('nobody says what time it is');
  const seconds = Math.round((Date.now() - told) / 1000);
  return Math.abs(seconds) * 1000 > clockToleranceMs ? wrong(`${seconds} s beside the provider's`) : well('right');
}
