import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { byHandPath } from './addresses.ts';
import { acts, type Done, doneSentences } from './by-hand-acts.ts';
import { byHandPage, type Section, sections } from './by-hand-page.ts';
import { findFormCookie } from './cookies.ts';
import { startImpersonation } from './impersonation.routes.ts';
import { emailFault } from './login-form.ts';
import { bindBrowser, languageOf, queryOf, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';

/** What the forms of this page are bound to. */
const transactionSubject = 'by hand';

const impersonationSchema = z.object({
  act: z.literal('impersonate'),
  account: z.string(),
  email: z.string().trim(),
  reason: z.string().trim(),
});

/** The page to live through every flow by hand. Like the whole provider it answers only on this machine. */
export function byHandRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(byHandPath, (request, reply) => sendByHandPage(provider, request, reply, doneIn(request)));

  app.post(byHandPath, async (request, reply) => {
    const { locale, t } = languageOf(request);
    const fields = Object.fromEntries(sentIn(request));
    // Without a fragment, which would keep the focus from what is said there.
    const finish = (section: Section, done: Done) =>
      reply.redirect(`${byHandPath}?${new URLSearchParams({ section, done })}`, 303);
    const browser = findFormCookie(provider.config, request);
    if (!provider.transactions.isValid(fields.transaction ?? '', browser, transactionSubject))
      return sendByHandPage(provider, request, reply.code(403), {
        section: 'accounts',
        sentence: t('formNotAccepted'),
      });

    const impersonation = impersonationSchema.safeParse(fields).data;
    if (impersonation) {
      const { account: accountId, email, reason } = impersonation;
      if (!provider.accounts.find(accountId) || emailFault({ email }, t).email)
        return finish('impersonation', 'not-done');
      const started = { accountId, impersonator: { email, reason: reason || null } };
      return reply.redirect(startImpersonation(provider, request, reply, started), 303);
    }
    const act = Object.hasOwn(acts, fields.act ?? '') ? acts[fields.act ?? ''] : undefined;
    if (!act) return finish('accounts', 'not-done');
    return finish(act.section, await act.run(provider, fields, locale));
  });
}

function sendByHandPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  done: Parameters<typeof byHandPage>[1]['done'],
): FastifyReply {
  const transaction = provider.transactions.issue(bindBrowser(provider, request, reply), transactionSubject);
  return sendPage(provider, reply, 'en', byHandPage(provider, { transaction, done }));
}

/** What the form did that led here, when the address says so in known words. */
function doneIn(request: FastifyRequest): Parameters<typeof byHandPage>[1]['done'] {
  const parameters = new URLSearchParams(queryOf(request));
  const section = sections.find((name) => name === parameters.get('section'));
  const done = parameters.get('done') ?? '';
  return section && Object.hasOwn(doneSentences, done) ? { section, sentence: doneSentences[done as Done] } : undefined;
}
