import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { findTaxRegistrations } from './tax.ts';

const regimes = ['swiss', 'one-stop-shop'] as const;

const requireRegime = (text: string | undefined) => {
  const regime = regimes.find((each) => each === text);
  if (!regime) throw new OperatorMistake(`Name the registration: ${regimes.join(' or ')}.`);
  return regime;
};

/** Invoices that were issued stay as they are, so a registration can only change what is still to come. */
function requireDay(text: string | undefined, today: string): string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new OperatorMistake('Give a day such as 2027-01-01.');
  if (text < today) throw new OperatorMistake(`The day must not be over; today is ${today}.`);
  return text;
}

export const vatRegister: TransactionCommand = {
  kind: 'transaction',
  name: 'vat register',
  usage: '<swiss|one-stop-shop> <number> --from <day>',
  summary: 'Charges the tax of a registration on what is supplied from a day on',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { from: { type: 'string' } });
    const [name, number, ...rest] = positionals;
    const regime = requireRegime(name);
    if (!number || number.length > 30 || rest.length) throw new OperatorMistake('Give the number of the registration.');
    const on_day = requireDay(values.from, zurichDayOf(now));
    const last = (await findTaxRegistrations(trx)).findLast(({ kind }) => kind === regime);
    if (last?.until === null) throw new OperatorMistake(`It is registered from ${last.from} on; end that first.`);
    // Two at the same time would leave one of them open for good.
    if (last && on_day < last.until!)
      throw new OperatorMistake(`It is registered until ${last.until}; begin on that day or later.`);
    await trx
      .insertInto('tax_registrations')
      .values({ id: randomUUID(), regime, change: 'start', number, on_day, recorded_at: now })
      .execute();
    return { lines: [`${regime}: tax is charged from ${on_day} on.`], outcome: `${regime} from ${on_day}` };
  },
};

export const vatEnd: TransactionCommand = {
  kind: 'transaction',
  name: 'vat end',
  usage: '<swiss|one-stop-shop> --on <day>',
  summary: 'Charges the tax of a registration no more from a day on',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { on: { type: 'string' } });
    const [name, ...rest] = positionals;
    const regime = requireRegime(name);
    if (rest.length) throw new OperatorMistake('Name one registration.');
    const on_day = requireDay(values.on, zurichDayOf(now));
    const running = (await findTaxRegistrations(trx)).find(({ kind, until }) => kind === regime && until === null);
    if (!running) throw new OperatorMistake('There is no such registration that goes on.');
    if (on_day <= running.from) throw new OperatorMistake(`It only begins on ${running.from}.`);
    const { number } = await trx
      .selectFrom('tax_registrations')
      .select('number')
      .where('regime', '=', regime)
      .where('on_day', '=', running.from)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('tax_registrations')
      .values({ id: randomUUID(), regime, change: 'end', number, on_day, recorded_at: now })
      .execute();
    return { lines: [`${regime}: no tax is charged from ${on_day} on.`], outcome: `${regime} until ${on_day}` };
  },
};
