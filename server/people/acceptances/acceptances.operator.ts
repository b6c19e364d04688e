import { legalVersionPath } from '../../../shared/legal-paths.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { sha256Hex } from '../../sha256.ts';
import { type LegalDocuments, readLegalDocuments } from '../legal-documents/legal-documents.ts';
import { findAcceptance, findAcceptancesOfBox } from './acceptances.queries.ts';
import type { Acceptance } from './acceptances.tables.ts';

/** What a person saw when they ticked a box, word for word. */
export const proofAcceptance: TransactionCommand = {
  kind: 'transaction',
  name: 'proof acceptance',
  usage: '<id>',
  summary: 'Prints the exact text that was accepted, its hash, time and method',
  async run({ trx }, args) {
    const [id, ...rest] = args;
    if (!id || !isUuid(id) || rest.length)
      throw new OperatorMistake('Give the id of one acceptance, as account show lists them.');
    const acceptance = await findAcceptance(trx, id);
    if (!acceptance) return { lines: ['No acceptance has this id.'], outcome: 'none found', subject: null };
    return {
      lines: await describeProof(trx, acceptance, await readLegalDocuments()),
      outcome: 'shown',
      subject: acceptance.id,
    };
  },
};

async function describeProof(
  trx: OpenTransaction,
  acceptance: Acceptance,
  legalDocuments: LegalDocuments,
): Promise<string[]> {
  const box = await findAcceptancesOfBox(trx, acceptance);
  const sentence = box.find(({ document }) => document === null);
  return [
    `Acceptance  ${acceptance.id}`,
    `Account     ${acceptance.account_id}`,
    `Time        ${acceptance.accepted_at.toISOString()}`,
    `Method      ${acceptance.method}, download ${acceptance.download_id}`,
    `Box         ${acceptance.confirmation}`,
    `Language    ${acceptance.locale}`,
    ...(sentence ? describeSentence(sentence) : ['Sentence    (none was recorded)']),
    ...describeDocument(acceptance, legalDocuments),
    ...box
      .filter(({ id, document }) => document !== null && id !== acceptance.id)
      .map(({ id, document, version }) => `Same box    ${document} ${version}  ${id}`),
  ];
}

/** The words beside the box. */
function describeSentence({ shown_text, sentence, sha256, version }: Acceptance): string[] {
  const text = shown_text ?? sentence ?? '';
  return [
    `Sentence    ${text}`,
    ...(shown_text === null ? ['            (as in the catalogue; numbers were not kept at the time)'] : []),
    `            SHA-256 ${sha256}, ${agreement(text, sha256)}`,
    `            shown by version ${version} of this software`,
  ];
}

/** The document, from the archive: it is only called accepted when its hash matches the recorded one. */
function describeDocument(acceptance: Acceptance, legalDocuments: LegalDocuments): string[] {
  const { document, version, locale, sha256 } = acceptance;
  if (document === null) return [];
  const head = [
    `Document    ${document}, version ${version}, in ${locale}: ${legalVersionPath(document, version)}`,
    `            SHA-256 ${sha256} at the time of acceptance`,
  ];
  const found = legalDocuments.findText(document, version, locale);
  if (!found) return [...head, '            The archive of this checkout does not have this text.'];
  if (found.sha256 !== sha256)
    return [
      ...head,
      `            The text of this checkout is ANOTHER one (SHA-256 ${found.sha256}); it is not printed.`,
    ];
  return [...head, '            The text below has this hash.', '', ...found.text.trimEnd().split('\n'), ''];
}

function agreement(text: string, sha256: string): string {
  const isSame = sha256Hex(text) === sha256;
  return isSame ? 'which this text has' : 'which this text does NOT have';
}
