import path from 'node:path';
import type { SettingsReader } from './settings-reader.ts';

export interface BackupConfig {
  /** The age key for which dumps are encrypted. */
  backupRecipient?: string;
  /** Where a second copy of each dump goes: a folder, or a remote of rclone. */
  backupCopy?: string;
}

const ageRecipient = /^age1[02-9ac-hj-np-z]{58}$/;
/** `name:path`, or `:sftp,host=…:path` for a remote that is described here. */
const rcloneRemote = /^(?:\w[\w .@+-]*|:\w+(?:,[^:]*|"[^"]*")*):/;

export const isRemote = (place: string): boolean => rcloneRemote.test(place);

export function readBackup(settings: SettingsReader): BackupConfig {
  const recipient = settings.find('BACKUP_RECIPIENT');
  if (recipient !== undefined && !ageRecipient.test(recipient))
    settings.fault('BACKUP_RECIPIENT', 'this is no age key; "age-keygen" prints one as "Public key: age1…".');
  const copy = settings.find('BACKUP_COPY');
  if (copy !== undefined && !path.isAbsolute(copy) && !isRemote(copy))
    settings.fault('BACKUP_COPY', 'give a folder, from / on, or a remote of rclone such as "elsewhere:writing-ant".');
  return {
    ...(recipient !== undefined && { backupRecipient: recipient }),
    ...(copy !== undefined && { backupCopy: copy }),
  };
}
