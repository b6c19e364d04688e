import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { byHandPath } from './addresses.ts';
import { impersonationSubject } from './authorize.routes.ts';
import { byHandPage } from './by-hand-page.ts';
import { ControlFault, controls, requireAccount } from './controls.ts';
import { siteAddress } from './mails.ts';
import type { Provider } from './provider.ts';
import type { SignedIn } from './sign-in-steps.ts';
import { Visit } from './visit.ts';

const impersonationSchema = z.strictObject({ email: z.string(), impersonator: z.email(), reason: z.string().trim() });

/** The page to live through every flow by hand. Like the whole provider it answers only on this machine. */
export function byHandRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(byHandPath, (request, reply) => {
    const visit = new Visit(provider, request, reply);
    const isDone = new URLSearchParams(visit.query).has('done');
    return visit.sendPage(byHandPage(provider, isDone ? 'Done.' : undefined), 200, 'en');
  });

  app.post(byHandPath, async (request, reply) => {
    const visit = new Visit(provider, request, reply);
    const { act = '', ...fields } = Object.fromEntries(visit.sent);
    try {
      if (act === 'impersonate') return reply.redirect(await startImpersonation(provider, fields), 303);
      const control = Object.hasOwn(controls, act) ? controls[act] : undefined;
      if (!control) throw new ControlFault('There is no such button.');
      await control(provider, fields, visit.locale);
      return reply.redirect(`${byHandPath}?done`, 303);
    } catch (error) {
      if (!(error instanceof ControlFault) && !(error instanceof z.ZodError)) throw error;
      const why = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
      return visit.sendPage(byHandPage(provider, `Nothing was changed. ${why}`), 422, 'en');
    }
  });
}

/** The address of the site that begins a sign-in as the owner of an account, also for somebody who is signed in there. */
async function startImpersonation(provider: Provider, fields: object): Promise<string> {
  const { email, impersonator, reason } = impersonationSchema.parse(fields);
  const accountId = requireAccount(provider, email).id;
  const signedIn: SignedIn = { accountId, impersonator: { email: impersonator, reason: reason || null } };
  const seal = await provider.seals.seal(impersonationSubject, signedIn);
  return siteAddress(provider, { screen_hint: 'sign-in', connection_id: seal });
}
