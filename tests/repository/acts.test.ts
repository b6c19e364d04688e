import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

const inAreas = repositoryFiles.filter((file) =>
  /^server\/(platform|people|delivery|billing|privacy|service)\/.*\.ts$/.test(file),
);
const code = inAreas.filter((file) => !file.endsWith('.test.ts'));
/** They begin work, or are the statement itself; everything else is called by them, or by another rule. */
const rules = code.filter((file) => !/\.(?:routes|jobs|operator|queries|feature)\.ts$/.test(file));

/** Rules that open a transaction by themselves, and why it is no act. */
const transactions: Readonly<Record<string, string>> = {
  'server/platform/mails/delivery.ts': 'between two conversations with a mail server, each told as it ends',
  'server/platform/retention/retention.ts': 'one moment for all batches, each in a transaction of its own',
  'server/delivery/downloads/download-progress.ts': 'adds up what was sent, with the times at which it was',
  'server/privacy/account-ends/account-ends.ts': 'replays records with their times before anybody is served',
  'server/privacy/personal-data/personal-data.ts': 'one picture of everything, read for as long as it is sent',
  'server/service/quotas/quotas.ts': 'one statement counts or none, with the time of the request',
};

/** Rules that read the clock by themselves, outside of an act unless it says so. */
const clocks: Readonly<Record<string, string>> = {
  'server/platform/mails/bounces.ts': 'a mark is read before there is anything to change',
  'server/platform/mails/delivery.ts': 'how a conversation with a mail server ended',
  'server/platform/operator-actions/attestations.ts': 'a job beside its command',
  'server/people/access-requests/access-requests.ts': 'a link is looked at; everybody is told as of one moment',
  'server/people/access-requests/list-requests.ts': 'everybody is told as of one moment',
  'server/people/address-confirmations/address-confirmations.ts': 'a link is looked at',
  'server/people/consents/consents.ts': 'one record, without a transaction',
  'server/people/contract-mails/change-notices.ts': 'a job: everybody is told as of one moment',
  'server/delivery/downloads/downloads.ts': 'the release is looked for before the act, and the act is of that moment',
  'server/delivery/downloads/transfers.ts': 'bytes as they are sent',
  'server/delivery/downloads/updates.ts': 'as downloads.ts',
  'server/billing/invoices/documents.ts': 'a document is made outside of transactions',
  'server/billing/cards/attempts.ts': 'whether the provider still knows a key',
  'server/billing/cards/charges.ts': 'which charges are due',
  'server/billing/cards/comparison.ts': 'which charges the provider is asked for',
  'server/billing/cards/events.ts': 'one record, without a transaction',
  'server/billing/cards/sweep.ts': 'which attempts the provider is asked about',
  'server/billing/contracts/sale-rules.ts': 'whether the register has to be asked again',
  'server/billing/contracts/subscriptions.ts': 'which subscriptions are due',
  'server/billing/notices/notices.ts': 'inside its act: once it has waited for those that came before',
  'server/privacy/backups/backup-watch.ts': 'which backups are overdue',
  'server/privacy/personal-data/personal-data.ts': 'one picture of everything',
  'server/service/desktop/desktop.ts': 'a guard of routes',
  'server/service/speech/speech.ts':
    'the plans of all recordings are looked for before the act, and the act is of that moment',
  'server/service/text/admission.ts': 'one statement admits or not',
  'server/service/text/model-chain.ts': 'how long models are left alone, in memory',
  'server/service/text/operator-notices.ts': 'one mail a day, whoever tells it',
  'server/service/text/text-service.ts': 'from when on a model is named, once at the start',
  'server/service/text/text.ts': 'one statement settles a request when its answer has ended',
  'server/service/measures/measures.ts': 'which measures are due',
};

const filesWith = (pattern: RegExp) => rules.filter((file) => pattern.test(readText(file)));

it('rules open no transaction, but by an act', () => {
  expect(filesWith(/\.transaction\(\)/)).toEqual(Object.keys(transactions).toSorted());
});

it('rules read no clock, but by an act', () => {
  expect(filesWith(/\bclock\(\)/)).toEqual(Object.keys(clocks).toSorted());
});

/** What is between brackets, from the one at `start` on. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    else if (text[end] === ')' && --depth === 0) return text.slice(start + 1, end);
  }
  throw new Error(`A bracket is not closed: ${text.slice(start, start + 80)}`);
}

const inside = (file: string, opening: RegExp): string[] =>
  [...readText(file).matchAll(opening)].map((found) => bracketed(readText(file), found.index + found[0].length - 1));

it('whoever has a transaction has neither the database nor the clock beside it', () => {
  const parameters = (file: string) => inside(file, /(?:\bfunction \w+(?:<[^>]*>)?|= (?:async )?)\(/g);
  const hasBoth = (text: string) => {
    // What is called back gets its own.
    const own = text.replaceAll(/\([^()]*\) =>/g, '');
    return (
      /: OpenTransaction\b|: Act\b/.test(own) && /Dependencies\b|CommandContext\b|\bclock\b|: Database\b/.test(own)
    );
  };
  expect(code.filter((file) => parameters(file).some(hasBoth))).toEqual([]);
});

it('nothing in an act reads the clock, or asks the database, around it', () => {
  const around = (file: string) =>
    inside(file, /\bact\((?=\w+,|\{)/g).some((text) =>
      /\bclock\(\)|\.kysely\b/.test(text.replace(/\{[^}]*\bclock: [^}]*\}/, '')),
    );
  expect(code.filter(around)).toEqual(['server/billing/notices/notices.ts']);
});
