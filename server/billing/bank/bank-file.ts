import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';
import { isDay } from '../../../shared/days.ts';

/** Says in one sentence, for the operator, why a file is not imported. */
export class StatementFault extends Error {
  override name = 'StatementFault';
}

const maxBytes = 20_000_000;

const listOf = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.array(schema), []);
const text = z.string();
const day = z.string().check(z.refine(isDay));
const moment = z.string().check(z.refine((written) => isDay(written.slice(0, 10))));
const direction = z.enum(['CRDT', 'DBIT']);
const amount = z.object({ '#text': text, '@Ccy': text });
const date = z.union([z.object({ Dt: day }), z.object({ DtTm: moment })]);
const account = z.object({ Id: z.object({ IBAN: z.optional(text) }) });

const party = z.object({ Nm: z.optional(text), Pty: z.optional(z.object({ Nm: z.optional(text) })) });
const transaction = z.object({
  Refs: z.optional(z.object({ AcctSvcrRef: z.optional(text) })),
  Amt: z.optional(amount),
  CdtDbtInd: z.optional(direction),
  RltdPties: z.optional(
    z.object({ Dbtr: z.optional(party), DbtrAcct: z.optional(account), CdtrAcct: z.optional(account) }),
  ),
  RmtInf: z.optional(
    z.object({
      Ustrd: listOf(text),
      Strd: listOf(z.object({ CdtrRefInf: z.optional(z.object({ Ref: z.optional(text) })) })),
    }),
  ),
});
const entry = z.object({
  Amt: amount,
  CdtDbtInd: direction,
  RvslInd: z.optional(z.enum(['true', 'false'])),
  Sts: z.union([text, z.object({ Cd: text })]),
  BookgDt: date,
  ValDt: z.optional(date),
  AcctSvcrRef: z.optional(text),
  NtryDtls: listOf(
    z.object({ Btch: z.optional(z.object({ NbOfTxs: z.optional(text) })), TxDtls: listOf(transaction) }),
  ),
});
const balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: z.optional(text) }) }),
  Amt: amount,
  CdtDbtInd: direction,
  Dt: date,
});
const report = z.object({
  Id: text,
  Acct: account,
  FrToDt: z.optional(z.object({ FrDtTm: moment, ToDtTm: moment })),
  CreDtTm: moment,
  Bal: listOf(balance),
  Ntry: listOf(entry),
});
const file = z.object({
  Document: z.union([
    z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(report) }) }),
    z.object({ BkToCstmrDbtCdtNtfctn: z.object({ Ntfctn: z.array(report) }) }),
  ]),
});

export type ToldReport = z.infer<typeof report>;
export type ToldEntry = z.infer<typeof entry>;
export type ToldTransaction = z.infer<typeof transaction>;
export type ToldBalance = z.infer<typeof balance>;
export type ToldAmount = z.infer<typeof amount>;
export type ToldDate = z.infer<typeof date>;

const lists = ['Stmt', 'Ntfctn', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.includes(name),
});

/**
 * What a file of the bank says (ISO 20022, camt.053 or camt.054), as it says it. Throws a `StatementFault` for whatever is no such
 * file, or not whole.
 */
export function readBankFile(xml: string): { isStatement: boolean; reports: ToldReport[] } {
  const read = z.safeParse(file, withoutEmpty(parse(xml)));
  if (!read.success)
    throw new StatementFault('The file is no bank statement (camt.053 or camt.054), or lacks something that one has.');
  const { Document } = read.data;
  const isStatement = 'BkToCstmrStmt' in Document;
  const reports = isStatement ? Document.BkToCstmrStmt.Stmt : Document.BkToCstmrDbtCdtNtfctn.Ntfctn;
  if (reports.length === 0) throw new StatementFault('The file holds no statement.');
  return { isStatement, reports };
}

/** The root element and nothing beside it, as an object. */
function parse(xml: string): unknown {
  if (xml.length > maxBytes) throw new StatementFault('The file is too large.');
  // No bank sends one, and entities can be made to grow without end or to read other files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new StatementFault('The file declares entities, which is refused.');
  if (holdsForbidden(xml)) throw new StatementFault('The file holds a character that XML does not allow, such as NUL.');
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new StatementFault(`The file is not whole: ${validity.err.msg}`);
  let parsed: object;
  try {
    parsed = parser.parse(xml);
  } catch {
    throw new StatementFault(
      'The file is no bank statement: elements lie too deep in each other, or have forbidden names.',
    );
  }
  const roots = Object.entries(parsed).filter(([name]) => !name.startsWith('?'));
  if (roots.length > 1 || Array.isArray(roots[0]?.[1]))
    throw new StatementFault('The file is not whole: something follows its root element.');
  return parsed;
}

/** What XML 1.0 has no way to write, as it stands or by its number; databases refuse some of it. */
const holdsForbidden = (xml: string): boolean =>
  !isAllowed(xml) ||
  [...xml.matchAll(/&#(?:x([\da-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff || !isAllowed(String.fromCodePoint(code));
  });

const isAllowed = (text: string): boolean =>
  text.isWellFormed() && !/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text);

/** An element without content says nothing, whatever its place is for. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== '').map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, inner]) => inner !== '');
  return Object.fromEntries(said.map(([name, inner]) => [name, withoutEmpty(inner)]));
}
