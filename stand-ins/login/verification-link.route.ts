import type { FastifyInstance } from 'fastify';
import { emailVerificationPath } from './addresses.ts';
import { confirmAddress, sendVerificationMail } from './mails.ts';
import type { Provider } from './provider.ts';
import { Visit } from './visit.ts';

/** Confirms an e-mail address by the link of a mail. One that is too old brings a new mail. */
export function verificationLinkRoute(app: FastifyInstance, provider: Provider): void {
  // A HEAD request must not confirm anything.
  app.get(emailVerificationPath, { exposeHeadRoute: false }, async (request, reply) => {
    const visit = new Visit(provider, request, reply);
    const token = new URLSearchParams(visit.query).get('token') ?? '';
    const found = provider.mailedTokens.find('email-verification', token);
    if (!found) return visit.sendMessage(404, 'linkNotGoodTitle');
    const account = provider.accounts.get(found.accountId);
    if (found.state === 'expired') {
      if (!account.emailVerified) await sendVerificationMail(provider, account, visit.locale);
      return visit.sendMessage(410, 'linkNotGoodTitle', { text: 'mailOnItsWay' });
    }
    if (found.state === 'open') confirmAddress(provider, account.id);
    return visit.sendMessage(200, 'verifiedTitle', { text: 'verified', values: { email: account.email } });
  });
}
