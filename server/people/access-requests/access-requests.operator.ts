import { randomUUID } from 'node:crypto';
import { countries } from '../../../shared/business/countries.ts';
import { eligibleCountries, isEligibleCountry } from '../../../shared/business/eligibility.ts';
import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { emailPattern } from '../../../shared/email-address.ts';
import { defaultLocale, locales } from '../../../shared/locales.ts';
import { isUuid } from '../../../shared/uuid.ts';
import {
  type DatabaseCommand,
  OperatorMistake,
  readOptions,
  requireId,
  type TransactionCommand,
} from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { recordAction } from '../../platform/operator-actions/operator-actions.ts';
import { changeRequest, findRequests, insertRequest, lockRequest, lockRequestOf } from './access-requests.queries.ts';
import { type AccessRequest, accessStates, nobodys } from './access-requests.tables.ts';
import { forgetRequest, lockRequestOrPlace, tellCountryAdded } from './access-requests.ts';

const mostListed = 200;

const describe = ({ id, asked_at, state, country, locale, email }: AccessRequest) =>
  `${id}  ${utcDayOf(asked_at)}  ${state.padEnd(8)}  ${country}  ${locale}  ${email}`;

/** Who reviews requests has to see who asks, so it prints addresses; the record does not. */
export const inviteList: TransactionCommand = {
  kind: 'transaction',
  name: 'invite list',
  usage: '[--state <state>] [--country <code>]',
  summary: 'Lists who waits for an invitation to the beta, or requests of another state',
  async run({ trx }, args) {
    const { values, positionals } = readOptions(args, { state: { type: 'string' }, country: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('invite list takes only --state and --country.');
    const state = accessStates.find((each) => each === (values.state ?? 'waiting'));
    if (!state) throw new OperatorMistake(`--state must be one of ${accessStates.join(', ')}.`);
    const filter = values.country === undefined ? {} : { countries: [requireCountry(values.country)] };
    const found = await findRequests(trx, { states: [state], ...filter, limit: mostListed + 1 });
    return {
      lines: [
        ...found.slice(0, mostListed).map(describe),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}, which have waited longest.`] : []),
        ...(found.length ? [] : ['No such requests.']),
      ],
      outcome: `listed: ${Math.min(found.length, mostListed)}`,
    };
  },
};

/** The invitation itself is made by a job, within a minute, however long the login provider does not answer. */
export const inviteSend: TransactionCommand = {
  kind: 'transaction',
  name: 'invite send',
  usage: '<request id>… | --next <number> [--country <code>]',
  summary: 'Invites people to the beta: these, or those who have waited longest where it is open',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { next: { type: 'string' }, country: { type: 'string' } });
    const ids = values.next === undefined ? requireIds(positionals) : await findNext(trx, values, positionals);
    const lines: string[] = [];
    let invited = 0;
    for (const id of ids) {
      const request = await lockRequest(trx, id);
      if (request?.state !== 'waiting' && request?.state !== 'invited') {
        lines.push(`${id}: ${request ? `it is ${request.state}, which stays as it is` : 'no such request'}.`);
        continue;
      }
      if (!isEligibleCountry(request.country)) {
        lines.push(`${id}: the beta is not open in ${request.country}; it goes on waiting.`);
        continue;
      }
      await changeRequest(trx, id, { state: 'inviting', last_step_at: now });
      lines.push(`${id}: the invitation leaves within a minute.`);
      invited++;
    }
    return {
      lines: lines.length ? lines : ['Nobody waits.'],
      outcome: `invited: ${invited}`,
      subject: ids.join(' ') || null,
    };
  },
};

export const inviteDecline: TransactionCommand = {
  kind: 'transaction',
  name: 'invite decline',
  usage: '<request id>…',
  summary: 'Takes requests off the waiting list; nobody is told, and anybody can still sign up',
  async run({ trx }, args) {
    const ids = requireIds(args);
    const lines: string[] = [];
    for (const id of ids) {
      const request = await lockRequest(trx, id);
      const canDecline = request?.state === 'waiting' || request?.state === 'inviting';
      // Nobody is told, so that it is kept no longer for it.
      if (canDecline) await changeRequest(trx, id, { state: 'declined', last_step_at: request.last_step_at });
      lines.push(`${id}: ${canDecline ? 'declined' : request ? `it is ${request.state}` : 'no such request'}.`);
    }
    return { lines, outcome: `declined: ${ids.length}`, subject: ids.join(' ') };
  },
};

/** For somebody who wants to be forgotten and has no link any more (GDPR Art. 17). */
export const inviteRemove: TransactionCommand = {
  kind: 'transaction',
  name: 'invite remove',
  usage: '<request id>',
  summary: 'Deletes a request, for whichever list, and what was mailed about it, as the link in each mail does',
  async run({ trx }, args) {
    const id = requireId(args, 'Give the id of one request, as invite list or list show prints it.');
    const request = await lockRequestOrPlace(trx, id);
    if (!request) return { lines: ['There is no such request.'], outcome: 'none' };
    await forgetRequest(trx, request);
    return { lines: ['It is deleted.'], outcome: 'deleted', subject: id };
  },
};

/** For those who asked by e-mail: their address needs no further confirmation. */
export const inviteAdd: TransactionCommand = {
  kind: 'transaction',
  name: 'invite add',
  usage: '<email> --country <code> [--language <code>]',
  summary: 'Puts somebody on the waiting list who asked by e-mail',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { country: { type: 'string' }, language: { type: 'string' } });
    const [email, ...rest] = positionals;
    if (!email || rest.length || email.length > 254 || !emailPattern.test(email))
      throw new OperatorMistake('Give one e-mail address.');
    const country = requireCountry(values.country);
    const locale = locales.find((each) => each === (values.language ?? defaultLocale));
    if (!locale) throw new OperatorMistake(`--language must be one of ${locales.join(', ')}.`);
    const request = {
      id: randomUUID(),
      email,
      country,
      locale,
      state: 'waiting',
      asked_at: now,
      last_step_at: now,
      ...nobodys,
    } as const;
    if (await insertRequest(trx, request))
      return { lines: [`${request.id}: on the list.`], outcome: 'added', subject: request.id };
    const known = await lockRequestOf(trx, email);
    if (known?.state === 'asked') {
      await changeRequest(trx, known.id, { state: 'waiting', last_step_at: now });
      return { lines: [`${known.id}: confirmed.`], outcome: 'confirmed', subject: known.id };
    }
    return { lines: [`${known?.id}: it is ${known?.state} already.`], outcome: 'none', subject: known?.id ?? null };
  },
};

/** After a country has been added to `shared/business/eligibility.ts`. */
export const inviteCountryAdded: DatabaseCommand = {
  kind: 'database',
  name: 'invite country-added',
  usage: '<country code>',
  summary: `Tells everybody who waits in a country, was invited or declined, that it is open now; again within ${retention.mailDays} days, only who was not told`,
  async work(database, [code, ...rest], context) {
    const country = requireCountry(code);
    if (rest.length) throw new OperatorMistake('Give one country.');
    if (!isEligibleCountry(country))
      throw new OperatorMistake(`${country} is not open: shared/business/eligibility.ts.`);
    // Also recorded before it is done: whatever interrupts it, who was told until then stays told.
    const told = await tellCountryAdded({ ...context, database }, country, ({ trx, now }, soFar) =>
      recordAction(trx, { command: this.name, subject: country, outcome: `told so far: ${soFar}` }, now),
    );
    return { lines: [`Told: ${told}.`], outcome: `told: ${told}`, subject: country };
  },
};

function requireCountry(code: string | undefined): string {
  const country = countries.find((each) => each === code?.toUpperCase());
  if (!country) throw new OperatorMistake('A country is given by its two letters, such as CH.');
  return country;
}

function requireIds(ids: readonly string[]): readonly string[] {
  if (!ids.length || !ids.every((id) => isUuid(id)))
    throw new OperatorMistake('Give ids of requests, as invite list prints them.');
  return ids;
}

async function findNext(
  trx: OpenTransaction,
  { next, country }: { next?: string | undefined; country?: string | undefined },
  positionals: readonly string[],
): Promise<string[]> {
  if (positionals.length || !/^[1-9]\d{0,3}$/.test(next ?? ''))
    throw new OperatorMistake('--next takes a number up to 9999, and no ids beside it.');
  const countries = country === undefined ? eligibleCountries : [requireCountry(country)];
  const found = await findRequests(trx, { states: ['waiting'], countries, limit: Number(next) });
  return found.map(({ id }) => id);
}
