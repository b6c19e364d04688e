import { html } from '../html.ts';
import { trail } from '../page-frame.ts';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import type { Membership } from './organizations.ts';
import { document } from './pages.ts';
import type { Visit } from './visit.ts';

interface OrganizationView {
  visit: Pick<Visit, 'locale' | 't'>;
  asked: AuthorizationRequest;
  email: string;
  memberships: readonly Membership[];
  /** Who signed in, sealed. */
  signedIn: string;
}

/** Asks somebody who belongs to several organizations for which of them this session is. */
export function organizationPage({ visit, asked, email, memberships, signedIn }: OrganizationView): string {
  const { locale, t } = visit;
  return document({
    locale,
    t,
    title: t('organizationTitle'),
    body: html`<div><h1>${t('organizationTitle')}</h1><p class="lead">${t('organizationText', { email })}</p>${trail}</div>
<form class="card" method="post" action="${changedAddress(asked, {}, steps.organization)}">
<input type="hidden" name="signedIn" value="${signedIn}">
<ul class="choices">
${memberships.map(
  ({ organization, role }) => html`<li><button class="choice" name="organization" value="${organization.id}">
<span>${organization.name}</span> <span class="hint">${t('yourRole', { role })}</span></button></li>`,
)}
</ul>
<div class="actions"><a class="cancel" href="${cancelAddress(asked)}">${t('cancel')}</a></div>
</form>`,
  });
}
