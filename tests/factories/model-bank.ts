import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { addDays, type Day } from '../../shared/days.ts';
import { aDetailsFile, aStatementFile, type ToldEntry, type ToldStatement } from './bank-statement.ts';

/** How the bank delivers a statement. */
export const deliveries = ['plain', 'twice', 'beside', 'parts', 'month', 'gap', 'zip'] as const;
export type Delivery = (typeof deliveries)[number];

/** A file, and whether it has to be refused because one before it is missing. */
export interface Delivered {
  file: string | Buffer;
  isTooEarly?: boolean;
}

interface Booking {
  day: Day;
  rappen: number;
  entry: ToldEntry;
}

const francs = (rappen: number) => (Math.abs(rappen) / 100).toFixed(2);
const othersIban = 'CH5604835012345678009';

/** A bank's own books of one account, and the files in which it tells of them. */
export class ModelBank {
  /** What it has told. */
  readonly booked: Booking[] = [];
  /** The last day of its newest statement. */
  until: Day;
  #balance = 100_000;
  readonly #opening = this.#balance;
  /** Of which it tells first. */
  readonly first: Day;
  #statements = 0;
  #names = 0;

  constructor(day: Day) {
    this.first = day;
    this.until = addDays(day, -1);
  }

  /** A name for what is booked next; banks give none twice here. */
  name = () => `B-${++this.#names}`;

  get balance(): number {
    return this.#balance;
  }

  /** Of all that came, less what was taken back; and of what went out otherwise. */
  get came(): number {
    return this.#sumOf(({ entry }) => entry.side !== 'DBIT' || isReturn(entry));
  }
  get went(): number {
    return 0 - this.#sumOf(({ entry }) => entry.side === 'DBIT' && !isReturn(entry));
  }
  #sumOf(isMeant: (booking: Booking) => boolean): number {
    return this.booked.filter(isMeant).reduce((sum, { rappen }) => sum + rappen, 0);
  }

  /** Books today, and delivers that. Rappen are negative where they go out. */
  async tell(
    today: Day,
    entries: readonly (Omit<ToldEntry, 'amount' | 'side'> & { rappen: number })[],
    how: Delivery,
  ): Promise<Delivered[]> {
    const before = how === 'gap' ? [this.#write(today, [{ rappen: -100, bankReference: this.name() }])] : [];
    const quiet = how === 'parts' && addDays(this.until, 1) < today ? [this.#write(addDays(today, -1), [])] : [];
    const statement = this.#write(today, entries);
    const plain = aStatementFile(statement);
    switch (how) {
      case 'twice':
        return [
          { file: plain },
          { file: plain },
          { file: aStatementFile({ ...statement, id: `again ${statement.id}` }) },
        ];
      case 'beside':
        return [
          {
            file: aStatementFile(
              { iban: othersIban, day: today, entries: [{ amount: '12.00' }], closing: '112.00' },
              statement,
            ),
          },
        ];
      case 'parts':
        return [{ file: aStatementFile(statement, ...quiet) }];
      case 'month':
        return [{ file: aStatementFile(this.#retell(addDays(today, -30), today)) }];
      case 'gap':
        return [{ file: plain, isTooEarly: true }, { file: aStatementFile(...before) }, { file: plain }];
      case 'zip':
        return [{ file: await zipOf(plain) }];
      case 'plain':
        return [{ file: plain }];
    }
  }

  /** The parts of a sum that was told before, in a file of their own. */
  detail = ({ day, entry }: Booking, payments: ToldEntry['payments'] = []): Delivered => ({
    file: aDetailsFile({ id: `details of ${entry.bankReference}`, day, entries: [{ ...entry, payments }] }),
  });

  #write(day: Day, entries: readonly (Omit<ToldEntry, 'amount' | 'side'> & { rappen: number })[]): ToldStatement {
    const opening = this.#balance;
    const told = entries.map(({ rappen, ...entry }) => {
      const side = rappen < 0 ? ('DBIT' as const) : ('CRDT' as const);
      const booking = { day, rappen, entry: { amount: francs(rappen), side, bookedOn: day, valueOn: day, ...entry } };
      this.booked.push(booking);
      this.#balance += rappen;
      return booking.entry;
    });
    // Of a day of which it told before it tells more; of one before that, what was between.
    const from = this.until < day ? addDays(this.until, 1) : day;
    this.until = day;
    this.#statements += 1;
    const [before, after] = [francs(opening), francs(this.#balance)];
    return { id: `S-${this.#statements}`, day: from, until: day, opening: before, closing: after, entries: told };
  }

  /** Everything from a day on once more, in one statement. */
  #retell(since: Day, until: Day): ToldStatement {
    const from = since < this.first ? this.first : since;
    const before = this.booked.filter(({ day }) => day < from).reduce((sum, { rappen }) => sum + rappen, this.#opening);
    const entries = this.booked.filter(({ day }) => day >= from).map(({ entry }) => entry);
    const [opening, closing] = [francs(before), francs(this.#balance)];
    return { id: `month until ${until}`, day: from, until, opening, closing, entries };
  }
}

const isReturn = ({ reversal, payments }: ToldEntry): boolean => reversal === true || payments?.[0]?.returned === true;

async function zipOf(file: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(file), 'statement.xml');
  zip.end();
  return buffer(zip.outputStream as Readable);
}
