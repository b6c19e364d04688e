import { type KeptMail, MailFolder } from '../../mail-folder.ts';
import type { TestProvider } from './test-provider.ts';

/** What was mailed to somebody, the newest first. */
export async function mailsTo({ config }: TestProvider, email: string): Promise<KeptMail[]> {
  return (await new MailFolder(config.mailFolder).list()).filter(({ to }) => to === email);
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
