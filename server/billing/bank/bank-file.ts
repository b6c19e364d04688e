import { NotOurs } from './statement-fault.ts';
import { type Element, find, findAll, readXml } from './xml-tree.ts';

/** The statements of a file, or the details of sums, as it has them. */
export interface BankFile {
  isStatement: boolean;
  reports: Element[];
  /** When the file was made, as it says. */
  madeAt: Element | undefined;
}

/** What a file of the bank holds (ISO 20022, camt.053 or camt.054). Throws a `StatementFault` for whatever is no such file, or not whole. */
export function readBankFile(xml: string): BankFile {
  const root = readXml(xml);
  // Some banks put it into an envelope.
  const document = root.name === 'Document' ? root : find(root, 'Document');
  const [content] = document?.children ?? [];
  if (content?.name === 'BkToCstmrAcctRpt')
    throw new NotOurs(
      'The file is a report within a day (camt.052), which may still change: import the statement (camt.053) of the day.',
    );
  if (content?.name !== 'BkToCstmrStmt' && content?.name !== 'BkToCstmrDbtCdtNtfctn')
    throw new NotOurs(
      `The file is no bank statement (camt.053 or camt.054): it holds ${content?.name ?? root.name} (line ${content?.line ?? root.line}).`,
    );
  const isStatement = content.name === 'BkToCstmrStmt';
  const reports = findAll(content, isStatement ? 'Stmt' : 'Ntfctn');
  if (reports.length === 0) throw new NotOurs('The file holds no statement.');
  return { isStatement, reports, madeAt: find(content, 'GrpHdr') };
}
