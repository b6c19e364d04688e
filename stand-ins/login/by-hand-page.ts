import { type Html, html } from '../html.ts';
import { byHandPath } from './addresses.ts';
import { emailVerifications } from './config.ts';
import { faultKinds } from './faults.ts';
import { mailedLife, siteAddress } from './mails.ts';
import { translator } from './messages.ts';
import { document } from './pages.ts';
import type { Provider } from './provider.ts';

type Option = readonly [value: string, label: string];

interface Field {
  label: string;
  /** A choice when there are options, a line of text otherwise. */
  options?: readonly Option[];
  value?: string | number | undefined;
}

/** A form: fields and hidden values by name, and what its buttons do, by the controls of controls.ts. */
interface Form {
  title?: string;
  hidden?: Record<string, string>;
  fields?: Record<string, Field>;
  buttons: readonly Option[];
}

interface Part {
  title: string;
  text: string;
  forms: readonly Form[];
}

/** How to live through every flow of the sign-in on one machine. A tool for developers, hence in English only. */
export function byHandPage(provider: Provider, said: string | undefined): string {
  const parts = [
    accountsPart(provider),
    organizationsPart(provider),
    impersonationPart(provider),
    faultsPart(provider),
  ];
  const title = 'Signing in, by hand';
  return document({
    locale: 'en',
    t: translator('en'),
    title,
    wide: true,
    body: html`<div><h1>${title}</h1>
<p class="lead">Every flow of this sign-in service can be lived through here, on one machine. A hosted service has no such page.</p>
<p class="lead ways"><a class="button" href="${siteAddress(provider, { screen_hint: 'sign-up' })}">Sign up on the site</a>
<a href="${siteAddress(provider, { screen_hint: 'sign-in' })}">Sign in on the site</a>
<a href="${provider.config.inboxAddress}">Mail</a></p></div>
${said && html`<p class="done" tabindex="-1" autofocus>${said}</p>`}
${parts.map(
  (part, index) => html`<section class="card" aria-labelledby="part-${index}">
<h2 id="part-${index}">${part.title}</h2><p>${part.text}</p>
${part.forms.map((form, place) => formMarkup(form, `form-${index}-${place}`))}
</section>`,
)}`,
  });
}

function formMarkup({ title, hidden = {}, fields = {}, buttons }: Form, id: string): Html {
  return html`${title && html`<h3 id="${id}">${title}</h3>`}
<form class="hand" method="post" action="${byHandPath}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${Object.entries(fields).map(([name, field]) => fieldMarkup(name, field, `${id}-${name}`))}
<div class="buttons">${buttons.map(
    ([act, label]) =>
      html`<button class="plain" name="act" value="${act}"${title && html` aria-describedby="${id}"`}>${label}</button>`,
  )}</div></form>`;
}

function fieldMarkup(name: string, { label, options, value }: Field, id: string): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
${
  options
    ? html`<select id="${id}" name="${name}">${options.map(
        ([key, text]) => html`<option value="${key}"${key === value && html` selected`}>${text}</option>`,
      )}</select>`
    : html`<input id="${id}" name="${name}" value="${value}" autocomplete="off">`
}</div>`;
}

function accountsPart({ accounts, organizations, sessions }: Provider): Part {
  return {
    title: 'Accounts',
    text: `A sign-up mails a link and a code, good for ${mailedLife.verificationHours} hours. A link for a new password works once, for ${mailedLife.resetMinutes} minutes, and the new password ends every session.`,
    forms: accounts.list().map(({ id, email, emailVerified, firstName, lastName }): Form => {
      const places = organizations.membershipsOf(id).map(({ organization, role }) => `${organization.name} (${role})`);
      const address = emailVerified ? 'address confirmed' : 'address not confirmed';
      const open = `sessions: ${sessions.listOf(id).length}`;
      return {
        title: [email, `${firstName} ${lastName}`, address, ...places, open].join(' · '),
        hidden: { email },
        buttons: [
          ['verification-mails', 'Mail a confirmation'],
          ['reset-mails', 'Mail a link for a new password'],
          ['sessions/end', 'End the sessions'],
        ],
      };
    }),
  };
}

function organizationsPart({ organizations }: Provider): Part {
  const known = organizations.list().map(({ id, name }): Option => [id, name]);
  return {
    title: 'Organizations and invitations',
    text: `Somebody who belongs to several is asked at sign-in for which of them. An invitation leads through the site to a sign-up, or sign-in, for exactly its address. It can be accepted once within ${mailedLife.invitationDays} days.`,
    forms: [
      { title: 'New organization', fields: { name: { label: 'Name' } }, buttons: [['organizations', 'Create']] },
      {
        title: 'New invitation',
        fields: {
          email: { label: 'E-mail' },
          organizationId: { label: 'Organization', options: [['', 'none'], ...known] },
        },
        buttons: [['invitations', 'Send the invitation']],
      },
    ],
  };
}

const impersonationPart = ({ accounts }: Provider): Part => ({
  title: 'Acting for somebody',
  text: 'Starts a session of an account for somebody of the staff; the site is told who that is, and why.',
  forms: [
    {
      fields: {
        email: { label: 'Account', options: accounts.list().map(({ email }): Option => [email, email]) },
        impersonator: { label: 'E-mail of whoever acts' },
        reason: { label: 'Reason' },
      },
      buttons: [['impersonate', 'Go to the site as this account']],
    },
  ],
});

function faultsPart({ config, faults }: Provider): Part {
  const choice = (label: string, call: keyof typeof faultKinds): Field => ({
    label,
    options: Object.entries(faultKinds[call]).map(([kind, meaning]): Option => [kind, `${kind} – ${meaning}`]),
    value: faults[call],
  });
  return {
    title: 'Faults',
    text: `Lets calls of the site go wrong, until it is set back or this service starts anew. Tokens live ${config.tokenSeconds} seconds where nothing is entered; below zero, they have expired when they are issued.`,
    forms: [
      {
        fields: {
          authenticate: choice('Exchange and refresh', 'authenticate'),
          management: choice('What the site’s server asks', 'management'),
          jwks: choice('Keys', 'jwks'),
          sessionMinutes: { label: 'Sessions are older by this, in minutes', value: faults.sessionMinutes },
          delayMs: { label: 'Wait before an answer, in milliseconds', value: faults.delayMs },
          tokenSeconds: { label: 'Life of a token, in seconds', value: faults.tokenSeconds },
          emailVerification: {
            label: 'Confirming the address',
            options: emailVerifications.map((kind): Option => [kind, kind]),
            value: faults.emailVerification ?? config.emailVerification,
          },
        },
        buttons: [['faults', 'Set']],
      },
      { buttons: [['faults', 'As usual again']] },
    ],
  };
}
