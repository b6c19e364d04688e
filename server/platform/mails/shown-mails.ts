import { isFileMark } from './stored-files.ts';

/** Mails of the export as a person reads them: in place of the message its subject, its words and what is attached. */
export async function showMails(exported: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  return Promise.all(exported.map(async ({ message, ...mail }) => ({ ...mail, ...(await showMessage(message)) })));
}

async function showMessage(message: unknown): Promise<Record<string, unknown>> {
  // What is erased is gone.
  if (typeof message !== 'string') return { message };
  const { simpleParser } = await import('mailparser');
  const { subject, text, attachments } = await simpleParser(message, { skipHtmlToText: true, skipTextToHtml: true });
  return {
    subject,
    text,
    attachments: attachments.map(
      ({ filename, contentType, size, content }) =>
        `${filename}, ${contentType}${isFileMark(content) ? '' : `, ${Math.ceil(size / 1000)} kB`}`,
    ),
  };
}
