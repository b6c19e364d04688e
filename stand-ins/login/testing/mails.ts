import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProvider } from './test-provider.ts';

/** A mail as `GET /_test/mails` gives it, the newest first. */
export interface TestMail {
  at: string;
  to: string;
  subject: string;
  text: string;
  language: string;
}

export async function mailsTo(provider: TestProvider, email: string): Promise<TestMail[]> {
  const response = await fetch(`${provider.address}/_test/mails?${new URLSearchParams({ to: email })}`);
  return (await response.json()) as TestMail[];
}

/** The only link of the newest mail to somebody. */
export async function linkTo(provider: TestProvider, email: string): Promise<URL> {
  const [mail] = await mailsTo(provider, email);
  const links = mail?.text.match(/https?:\/\/\S+/g) ?? [];
  if (links.length !== 1) throw new Error(`${links.length} links in the newest mail to ${email}.`);
  return new URL(links[0]!);
}

/** The code of the newest mail to somebody. */
export async function codeTo(provider: TestProvider, email: string): Promise<string> {
  const [mail] = await mailsTo(provider, email);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code in the newest mail to ${email}.`);
  return code;
}

/** Every message in the folder as it is, with the name of its file, in the order of the names. */
export function readMailFolder(provider: TestProvider): { name: string; message: string }[] {
  const folder = provider.config.mailFolder;
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, message: readFileSync(path.join(folder, name), 'utf8') }));
}
