import MailComposer from 'nodemailer/lib/mail-composer';
import { operator } from '../../../shared/business/company.ts';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { emailPattern } from '../../../shared/email-address.ts';
import type { MailContent } from '../../contract/letters.ts';
import { markFile } from './stored-files.ts';

/** The longest address that fits into an SMTP command (RFC 5321, section 4.5.3.1.3). */
const maxAddressLength = 254;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const controlCharacter = /[\u0000-\u001f\u007f]/;

/**
 * The message as it will be sent but for stored files, in ASCII (RFC 5322, RFC 2045). Throws where `to` is not one address, the subject
 * could begin another header, or the whole is too long.
 */
export async function composeMessage(
  { id, from, to, at }: { id: string; from: string; to: string; at: Date },
  { locale, subject, text, html, unsubscribeUrl, attachments = [] }: MailContent,
): Promise<string> {
  if (to.length > maxAddressLength || !emailPattern.test(to)) throw new TypeError('A mail goes to one address.');
  if (controlCharacter.test(subject)) throw new TypeError('The subject of a mail is one line.');
  const message = await new MailComposer({
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: at,
    from: { name: operator.companyName, address: from },
    replyTo: operator.supportEmail,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ fileName, mediaType, content, contentId }) => ({
      filename: fileName,
      contentType: mediaType,
      content: typeof content === 'object' && 'storedFile' in content ? markFile(content.storedFile) : content,
      // Keeps every byte, so that its hash can be compared.
      ...(typeof content === 'string' && { encoding: 'utf8' }),
      ...(contentId && { cid: contentId, contentDisposition: 'inline' as const }),
      contentTransferEncoding: 'base64',
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': locale,
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  // SMTP knows no other end of a line; what is stored is what arrives.
  const written = message.toString('ascii').replaceAll(/\r?\n/g, '\r\n');
  if (written.length > mailDelivery.maxBytes) throw new RangeError('A mail brings too much.');
  return written;
}

/** The same message to another address, in ASCII. */
export const readdress = (message: string, to: string): string =>
  message.replace(/^To: .*\r\n(?:[ \t].*\r\n)*/m, () => `To: ${to}\r\n`);
