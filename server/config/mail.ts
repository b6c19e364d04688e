import { operator } from '../../shared/business/company.ts';
import { emailPattern } from '../../shared/email-address.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import type { SettingsReader } from './settings-reader.ts';

/** How mail leaves. */
export interface MailConfig {
  /** The server that takes it, with its password; without one, mails become files in the data folder. */
  smtpUrl?: string;
  /** Ports of the stand-in that `npm start` runs where there is no such server. */
  standIn?: { inboxPort: number; smtpPort: number };
  /** True where the way to that server must be encrypted: it leaves this machine. */
  needsTls: boolean;
  /** The sender's address, to which undeliverable mail returns where `bounceUrl` is not set. */
  from: string;
  /** The mailbox for undeliverable mail, with its password; without one, nobody learns of mail that returns later. */
  bounceUrl?: string;
}

const schemes = ['smtp', 'smtps'] as const;
const mailboxSchemes = ['imap', 'imaps'] as const;

export function readMail(settings: SettingsReader, isPublic: boolean): MailConfig {
  const smtpUrl = settings.findSecretUrl('SMTP_URL', schemes);
  if (!settings.find('SMTP_URL') && isPublic)
    settings.fault('SMTP_URL', 'needed for a public address: customers are owed mails.');
  const bounceUrl = settings.findSecretUrl('BOUNCE_IMAP_URL', mailboxSchemes);
  if (!settings.find('BOUNCE_IMAP_URL') && isPublic)
    settings.fault('BOUNCE_IMAP_URL', 'needed for a public address: mail that returns must be noticed.');
  const standIn = { inboxPort: settings.port('MAIL_PORT', 3003), smtpPort: settings.port('MAIL_SMTP_PORT', 3025) };
  const from = settings.find('MAIL_FROM');
  if (from === undefined && isPublic)
    settings.fault('MAIL_FROM', 'needed for a public address: the address that mails come from.');
  else if (from !== undefined && !emailPattern.test(from))
    settings.fault('MAIL_FROM', 'this is not an e-mail address; give it without a name.');
  return {
    ...(smtpUrl && { smtpUrl }),
    ...(!smtpUrl && !isPublic && { standIn }),
    ...(bounceUrl && { bounceUrl }),
    needsTls: smtpUrl !== undefined && !isLoopbackHostname(new URL(smtpUrl).hostname),
    from: from ?? operator.supportEmail,
  };
}
