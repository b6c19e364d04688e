/** The parts of a bank's file as different banks write them; `aStatementFile` writes what most Swiss banks do. */
export const xml = (name: string, ...inner: (string | number | undefined)[]): string =>
  `<${name}>${inner.filter((each) => each !== undefined).join('')}</${name}>`;

export const amountXml = (rappen: number, currency = 'CHF'): string =>
  `<Amt Ccy="${currency}">${(Math.abs(rappen) / 100).toFixed(2)}</Amt>`;

export const sideXml = (rappen: number): string => xml('CdtDbtInd', rappen < 0 ? 'DBIT' : 'CRDT');

export const referenceXml = (reference: string): string =>
  xml('RmtInf', xml('Strd', xml('CdtrRefInf', xml('Tp', xml('CdOrPrtry', xml('Cd', 'SCOR'))), xml('Ref', reference))));

export const wordsXml = (...words: string[]): string => xml('RmtInf', ...words.map((each) => xml('Ustrd', each)));

/** A booked entry of a day; `more` comes last. */
export const bookedXml = (rappen: number, day: string, ...more: string[]): string =>
  xml(
    'Ntry',
    amountXml(rappen),
    sideXml(rappen),
    xml('Sts', xml('Cd', 'BOOK')),
    xml('BookgDt', xml('Dt', day)),
    xml('ValDt', xml('Dt', day)),
    ...more,
  );

export const detailsXml = (...transactions: string[]): string => xml('NtryDtls', ...transactions);
export const bankNameXml = (name: string): string => xml('AcctSvcrRef', name);

export const accountXml = (iban = 'CH9300762011623852957'): string => xml('Acct', xml('Id', xml('IBAN', iban)));

export const balanceXml = (code: string, rappen: number, day: string, currency = 'CHF'): string =>
  xml(
    'Bal',
    xml('Tp', xml('CdOrPrtry', xml('Cd', code))),
    amountXml(rappen, currency),
    sideXml(rappen),
    xml('Dt', xml('Dt', day)),
  );

/** What a `Stmt` of a day holds. */
export const statementXml = (
  {
    id = 'S-1',
    day = '2026-12-01',
    opening = 10_000,
    closing,
  }: { id?: string; day?: string; opening?: number; closing: number },
  ...entries: string[]
): string =>
  xml(
    'Stmt',
    xml('Id', id),
    xml('CreDtTm', `${day}T23:00:00`),
    xml('FrToDt', xml('FrDtTm', `${day}T00:00:00`), xml('ToDtTm', `${day}T23:59:59`)),
    accountXml(),
    balanceXml('OPBD', opening, day),
    balanceXml('CLBD', closing, day),
    ...entries,
  );

const fileXml = (message: string, content: string, inner: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${xml(content, xml('GrpHdr', xml('MsgId', 'M'), xml('CreDtTm', '2026-12-02T01:00:00')), ...inner)}</Document>`;

export const statementsFile = (...statements: string[]): string =>
  fileXml('camt.053.001.08', 'BkToCstmrStmt', statements);

/** The details of sums that were booked on a day. */
export const notificationFile = (...entries: string[]): string =>
  fileXml('camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', [
    xml('Ntfctn', xml('Id', 'N-1'), xml('CreDtTm', '2026-12-02T01:00:00'), accountXml(), ...entries),
  ]);
