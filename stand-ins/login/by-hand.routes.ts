import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { byHandPath } from './addresses.ts';
import { acts, type Done } from './by-hand-acts.ts';
import { byHandPage } from './by-hand-page.ts';
import { type ByHandView, type Section, sections } from './by-hand-view.ts';
import { findFormCookie } from './cookies.ts';
import { startImpersonation } from './impersonation.routes.ts';
import { emailFault } from './login-form.ts';
import type { MessageId } from './messages.ts';
import { bindBrowser, languageOf, queryOf, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';

const outcomes: readonly MessageId[] = ['handDone', 'handMailed', 'handNotDone'] satisfies Done[];

/** What the forms of this page are bound to. */
const transactionSubject = 'by hand';

const impersonationSchema = z.object({
  act: z.literal('impersonate'),
  account: z.string(),
  email: z.string(),
  reason: z.string(),
});

/** The page to live through every flow by hand. Like the whole provider it answers only on this machine. */
export function byHandRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(byHandPath, (request, reply) => sendByHandPage(provider, request, reply));

  app.post(byHandPath, async (request, reply) => {
    const { locale, t } = languageOf(request);
    const fields = Object.fromEntries(sentIn(request));
    const finish = (section: Section, done: Done) => {
      const query = new URLSearchParams({ ui_locales: locale, section, done });
      // Without a fragment, which would keep the focus from what is said there.
      return reply.redirect(`${byHandPath}?${query}`, 303);
    };
    const browser = findFormCookie(provider.config, request);
    if (!provider.transactions.isValid(fields.transaction ?? '', browser, transactionSubject))
      return sendByHandPage(provider, request, reply.code(403), {
        section: 'accounts',
        sentence: t('formNotAccepted'),
      });

    const impersonation = impersonationSchema.safeParse(fields).data;
    if (impersonation) {
      const email = impersonation.email.trim();
      if (!provider.accounts.find(impersonation.account) || emailFault({ email }, t).email)
        return finish('impersonation', 'handNotDone');
      const impersonator = { email, reason: impersonation.reason.trim() || null };
      const started = { accountId: impersonation.account, impersonator };
      return reply.redirect(startImpersonation(provider, request, reply, started), 303);
    }
    const act = Object.hasOwn(acts, fields.act ?? '') ? acts[fields.act ?? ''] : undefined;
    return act ? finish(act.section, await act.run(provider, fields, locale)) : finish('accounts', 'handNotDone');
  });
}

function sendByHandPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  done: ByHandView['done'] = doneIn(request),
): FastifyReply {
  const { accounts, organizations, sessions, keys, config, faults } = provider;
  const language = languageOf(request);
  const page = byHandPage({
    ...language,
    config,
    faults,
    done,
    transaction: provider.transactions.issue(bindBrowser(provider, request, reply), transactionSubject),
    accounts: accounts.list().map((account) => ({
      ...account,
      memberships: organizations.membershipsOf(account.id),
      sessionCount: sessions.countOf(account.id),
    })),
    organizations: organizations
      .list()
      .map((organization) => ({ ...organization, members: organizations.membersOf(organization.id) })),
    keyIds: keys.publicJwks.map(({ kid }) => String(kid)),
  });
  return sendPage(provider, reply, language.locale, page);
}

/** What the form did that led here, when the address says so in known words. */
function doneIn(request: FastifyRequest): ByHandView['done'] {
  const parameters = new URLSearchParams(queryOf(request));
  const section = sections.find((name) => name === parameters.get('section'));
  const outcome = outcomes.find((name) => name === parameters.get('done'));
  return section && outcome && { section, sentence: languageOf(request).t(outcome) };
}
