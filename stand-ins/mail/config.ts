import path from 'node:path';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { type Environment, Settings } from '../stand-in.ts';

/** What the development mail server must know of its surroundings; read once at start. */
export interface MailConfig {
  /** Of the inbox page. */
  port: number;
  /** Where mail is taken. */
  smtpPort: number;
  /** Absolute; each mail is a file in there. */
  folder: string;
  /** The process without which this one has no reason to run. */
  parentPid: number | undefined;
}

/** Reads all settings together. Throws one `ExplainedFault`. */
export function readMailConfig(environment: Environment = process.env): MailConfig {
  const settings = new Settings(environment);
  const port = settings.wholeNumber('MAIL_PORT', 3003, 65_535);
  const smtpPort = settings.wholeNumber('MAIL_SMTP_PORT', 3025, 65_535);
  if (port === smtpPort) settings.faults.push(`MAIL_SMTP_PORT: ${port} is already the port of the inbox (MAIL_PORT).`);
  const site = URL.parse(settings.find('SITE_ORIGIN') ?? 'http://localhost');
  if (!site || !isLoopbackHostname(site.hostname))
    settings.faults.push('SITE_ORIGIN: this mail server is for development on one machine; it delivers nothing.');
  const parentPid = settings.parentPid();
  settings.requireFaultless();
  return { port, smtpPort, folder: path.resolve(settings.find('DATA_DIR') ?? '.data', 'mail'), parentPid };
}
