import type { Account, DownloadRecord, OpenTransaction } from '../../database/schema.ts';
import { findAcceptedDocuments, findConfirmedSentences } from '../../features/acceptances/acceptances.ts';
import { findAccountsByEmail } from '../../features/accounts/accounts.ts';
import { findDownloadsOf } from '../../features/downloads/downloads.ts';
import { type OperatorCommand, OperatorMistake } from '../command.ts';

/** Of one account; more than anybody starts by hand. */
const shownDownloads = 1000;

/** Everything that is stored of a customer, for support and for requests by data subjects (specification 9). */
export const accountShow: OperatorCommand = {
  name: 'account show',
  usage: '<email>',
  summary: 'Shows what is stored of the accounts with this e-mail address',
  async run(trx, args) {
    const [email, ...rest] = args;
    if (!email?.includes('@') || rest.length) throw new OperatorMistake('Give one e-mail address.');
    const accounts = await findAccountsByEmail(trx, email);
    if (!accounts.length)
      return { lines: ['No account has this e-mail address.'], outcome: 'none found', subject: null };
    const lines: string[] = [];
    for (const account of accounts) lines.push(...(await describeAccount(trx, account)), '');
    return {
      lines: lines.slice(0, -1),
      outcome: `shown: ${accounts.length}`,
      subject: accounts.map(({ id }) => id).join(' '),
    };
  },
};

async function describeAccount(trx: OpenTransaction, account: Account): Promise<string[]> {
  const documents = await findAcceptedDocuments(trx, account.id);
  const downloads = await findDownloadsOf(trx, account.id, shownDownloads);
  const confirmed = await findConfirmedSentences(trx, account.id);
  const confirmedFor = (id: string) => confirmed.filter(({ downloadId }) => downloadId === id);
  return [
    `Account     ${account.id}`,
    `Name        ${account.full_name}`,
    `E-mail      ${account.email}`,
    `Country     ${account.country}`,
    `IP address  ${account.ip_address}`,
    `User agent  ${account.user_agent}`,
    `Created     ${account.created_at.toISOString()}`,
    `Updated     ${account.updated_at.toISOString()}`,
    ...(account.ended_at ? [`Ended       ${account.ended_at.toISOString()}`] : []),
    `Accepted    ${documents.length} document versions`,
    ...documents.map((each) => `  ${each.acceptedAt}  ${each.document} ${each.version} (${each.locale})  ${each.id}`),
    `Downloads   ${downloads.length === shownDownloads ? `the newest ${shownDownloads}` : downloads.length}`,
    ...downloads.flatMap((each) => describeDownload(each, confirmedFor(each.id))),
  ].map(withoutControls);
}

function describeDownload(
  download: DownloadRecord,
  confirmed: Awaited<ReturnType<typeof findConfirmedSentences>>,
): string[] {
  const missing = '(not kept at the time)';
  return [
    `  ${download.started_at.toISOString()}  ${download.platform} ${download.version}  ${download.id}`,
    `    Link until    ${download.expires_at.toISOString()}`,
    `    Country       ${download.country}, form in ${download.locale}`,
    `    Download key  ${download.download_key ?? '(none)'}`,
    `    Session       ${download.session_id ?? missing}`,
    `    IP address    ${download.ip_address ?? missing}`,
    `    User agent    ${download.user_agent ?? missing}`,
    ...confirmed.map(
      ({ text, isTemplate }) =>
        `    Confirmed     ${text}${isTemplate ? ' (the sentence of the catalogue; numbers were not kept)' : ''}`,
    ),
  ];
}

/** User agents are what strangers sent: no command for the terminal, and nothing that turns the text around. */
function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}
