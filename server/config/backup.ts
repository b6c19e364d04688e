import type { SettingsReader } from './settings-reader.ts';

export interface BackupConfig {
  /** The age key for which dumps are encrypted. */
  backupRecipient?: string;
}

const ageRecipient = /^age1[02-9ac-hj-np-z]{58}$/;

export function readBackup(settings: SettingsReader): BackupConfig {
  const recipient = settings.find('BACKUP_RECIPIENT');
  if (recipient !== undefined && !ageRecipient.test(recipient))
    settings.fault('BACKUP_RECIPIENT', 'this is no age key; "age-keygen" prints one as "Public key: age1…".');
  return recipient === undefined ? {} : { backupRecipient: recipient };
}
