import { type ParsedMail, simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { accessPaths } from '../../shared/open-paths.ts';
import { pathOf, type TestApi } from './api.ts';

/** What the forms of the three lists send beside the address. */
export const listForms = {
  beta: { country: 'CH' },
  sale: { list: 'sale', country: 'CH', kind: 'private' },
  macos: { list: 'macos' },
} as const;

/** Somebody who waits on a list beside the beta's: sends forms, reads mails and follows their links. `find` is called with each step. */
export function waitOnLists(find: () => TestApi) {
  const post = (url: string, form: Record<string, string> = {}) =>
    find().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  /** Asks, and lets follow what was enqueued by it. */
  const ask = async (email: string, form: Record<string, string>) => {
    const answer = await post(accessPaths.ask, { email, language: 'de', ...form });
    expect(await find().runEnqueuedJobs()).toEqual([]);
    return answer;
  };
  const mails = () =>
    find().database.kysely.selectFrom('mails').selectAll().orderBy('enqueued_at').orderBy('kind').execute();
  const kinds = async () => (await mails()).map(({ kind }) => kind);
  const places = () => find().database.kysely.selectFrom('list_requests').selectAll().orderBy('email').execute();
  const contentOf = async (mail: { message: string | null } | undefined): Promise<ParsedMail> =>
    simpleParser(mail!.message!);
  /** The link of the newest mail of a kind. */
  const linkIn = async (kind: string, email: string): Promise<string> => {
    const mail = (await mails()).findLast((each) => each.kind === kind && each.recipient === email);
    const { html } = await contentOf(mail);
    return pathOf(/<a href="([^"]+)" class="action"/.exec(html || '')![1]!.replaceAll(/&(?:amp|#38);/g, '&'));
  };
  const leavingLinkOf = async (kind: string): Promise<string> => {
    const { headers } = await contentOf((await mails()).find((each) => each.kind === kind));
    return pathOf((headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe.url);
  };
  const join = async (email: string, form: Record<string, string>): Promise<void> => {
    await ask(email, form);
    expect((await post(await linkIn(`${form.list}-confirm`, email))).statusCode).toBe(200);
  };
  return { post, ask, mails, kinds, places, contentOf, linkIn, leavingLinkOf, join };
}
