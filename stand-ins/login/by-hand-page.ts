import { paths } from '../../shared/paths.ts';
import { type Html, html } from '../html.ts';
import { byHandPath, emailVerificationPath, outboxPath } from './addresses.ts';
import { clientId, emailVerifications, type LoginConfig } from './config.ts';
import { faultKinds, faultMeanings, keysFaultKinds, managementFaultKinds } from './faults.ts';
import { mailedLife } from './mails.ts';
import { translator } from './messages.ts';
import { document } from './pages.ts';
import type { Provider } from './provider.ts';

/** Parts of the page, by the name in the address. */
export const sections = ['accounts', 'organizations', 'invitation', 'impersonation', 'faults', 'keys'] as const;
export type Section = (typeof sections)[number];

type Option = readonly [value: string, label: string];

interface Field {
  label: string;
  /** A choice when there are options, a line of text otherwise. */
  options?: readonly Option[];
  value?: string | number | undefined;
  hint?: string;
}

/** A form: fields and hidden values by name, and what its buttons do, by the acts of by-hand-acts.ts. */
interface Form {
  title?: string;
  hidden?: Record<string, string>;
  fields?: Record<string, Field>;
  buttons: readonly (Option | false)[];
}

interface Part {
  title: string;
  content: readonly Html[];
  forms: readonly Form[];
}

/** What the page needs besides the provider: what ties its forms to this browser, and what the last of them did. */
interface Shown {
  transaction: string;
  done: { section: Section; sentence: string } | undefined;
}

/** How to live through every flow of the sign-in on one machine. A tool for developers, hence in English only. */
export function byHandPage(provider: Provider, { transaction, done }: Shown): string {
  const { config } = provider;
  const parts: Record<Section, Part> = {
    accounts: accountsPart(provider),
    organizations: organizationsPart(provider),
    invitation: invitationPart(provider),
    impersonation: impersonationPart(provider),
    faults: faultsPart(provider),
    keys: keysPart(provider),
  };
  const title = 'Signing in, by hand';
  return document({
    locale: 'en',
    t: translator('en'),
    title,
    wide: true,
    body: html`<div><h1>${title}</h1>
<p class="lead">Every flow of this sign-in service can be lived through here, on one machine. A hosted service has no such page.</p>
<p class="lead ways"><a class="button" href="${siteAddress(config, { screen_hint: 'sign-up' })}">Sign up on the site</a>
<a href="${siteAddress(config, { screen_hint: 'sign-in' })}">Sign in on the site</a>
<a href="${outboxPath}">Outbox</a> <a href="${emailVerificationPath}">Type a confirmation code</a></p></div>
${sections.map((section) => {
  const { title, content, forms } = parts[section];
  return html`<section class="card" id="${section}" aria-labelledby="${section}-title">
<h2 id="${section}-title">${title}</h2>
${done?.section === section && html`<p class="done" tabindex="-1" autofocus>${done.sentence}</p>`}
${content}
${forms.map((form, index) => formMarkup(form, `${section}-${index}`, transaction))}
</section>`;
})}
<section class="card"><h2>Cookie mode</h2>${cookieModeContent(config)}</section>`,
  });
}

function formMarkup({ title, hidden = {}, fields = {}, buttons }: Form, id: string, transaction: string): Html {
  return html`${title && html`<h3 id="${id}">${title}</h3>`}
<form class="hand" method="post" action="${byHandPath}">
${Object.entries({ ...hidden, transaction }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${Object.entries(fields).map(([name, field]) => fieldMarkup(name, field, `${id}-${name}`))}
<div class="buttons">${buttons
    .filter((button) => button !== false)
    .map(
      ([act, label]) =>
        html`<button class="plain" name="act" value="${act}"${title && html` aria-describedby="${id}"`}>${label}</button>`,
    )}</div></form>`;
}

function fieldMarkup(name: string, { label, options, value, hint }: Field, id: string): Html {
  const described = hint && html` aria-describedby="${`${id}-hint`}"`;
  return html`<div class="field"><label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${`${id}-hint`}">${hint}</p>`}
${
  options
    ? html`<select id="${id}" name="${name}">${options.map(
        ([key, text]) => html`<option value="${key}"${key === value && html` selected`}>${text}</option>`,
      )}</select>`
    : html`<input id="${id}" name="${name}" value="${value}" autocomplete="off"${described}>`
}</div>`;
}

function accountsPart({ accounts, organizations, sessions }: Provider): Part {
  const forms = accounts.list().map(({ id, email, emailVerified, firstName, lastName }): Form => {
    const places = organizations.membershipsOf(id).map(({ organization, role }) => `${organization.name} (${role})`);
    const facts = [
      email,
      [firstName, lastName].filter(Boolean).join(' '),
      emailVerified ? 'address confirmed' : 'address not confirmed',
      places.join(', ') || 'no organization',
      `sessions: ${sessions.countOf(id)}`,
    ];
    return {
      title: facts.filter(Boolean).join(' · '),
      hidden: { account: id },
      buttons: [
        !emailVerified && ['mail-verification', 'Mail a confirmation'],
        ['mail-reset', 'Mail a link for a new password'],
        ['end-sessions', 'End the sessions'],
      ],
    };
  });
  const { verificationHours, resetMinutes } = mailedLife;
  return {
    title: 'Accounts',
    content: [
      html`<p>A sign-up mails a link and a code, good for ${verificationHours} hours. A link for a new password works once,
for ${resetMinutes} minutes, and the new password ends every session.</p>`,
      html`${forms.length === 0 && html`<p>There are no accounts yet. Sign up on the site first.</p>`}`,
    ],
    forms,
  };
}

const names = 'Names separated by commas; may be empty.';
const accountField = ({ accounts }: Provider): Field => ({
  label: 'Account',
  options: accounts.list().map(({ id, email }): Option => [id, email]),
});
const organizationOptions = ({ organizations }: Provider) =>
  organizations.list().map(({ id, name }): Option => [id, name]);
const roleField: Field = { label: 'Role (“member” when empty)' };

function organizationsPart(provider: Provider): Part {
  const { config, organizations } = provider;
  const entries = organizations.list().map(
    ({ id, name, featureFlags }) => html`<li><h3 id="${id}">${name}</h3>
<p class="hint">${[id, ...featureFlags].join(' · ')}</p>
<p><a href="${siteAddress(config, { screen_hint: 'sign-in', organization_id: id })}" aria-describedby="${id}">Sign in for it on the site</a></p></li>`,
  );
  const removals = organizations.list().flatMap(({ id, name }) =>
    organizations.membersOf(id).map(
      ({ accountId, email, role }): Form => ({
        title: `${email} (${role}) in ${name}`,
        hidden: { account: accountId, organization: id },
        buttons: [['remove-member', 'Remove']],
      }),
    ),
  );
  const member: Form = {
    title: 'New member, or another role',
    fields: {
      account: accountField(provider),
      organization: { label: 'Organization', options: organizationOptions(provider) },
      role: roleField,
      permissions: { label: 'Permissions', hint: names },
    },
    buttons: [['set-member', 'Save']],
  };
  return {
    title: 'Organizations',
    content: [
      html`<p>Somebody who belongs to several is asked at sign-in for which of them; role, permissions and feature flags
come with the token.</p>`,
      html`<ul class="entries">${entries}</ul>`,
    ],
    forms: [
      {
        title: 'New organization',
        fields: { name: { label: 'Name' }, flags: { label: 'Feature flags', hint: names } },
        buttons: [['save-organization', 'Create']],
      },
      ...(entries.length > 0 ? [member, ...removals] : []),
    ],
  };
}

const invitationPart = (provider: Provider): Part => ({
  title: 'Inviting somebody',
  content: [
    html`<p>The mail leads through the site to a sign-up for exactly this address. It can be accepted once within
${mailedLife.invitationDays} days.</p>`,
  ],
  forms: [
    {
      fields: {
        email: { label: 'E-mail' },
        organization: { label: 'Organization', options: [['', 'none'], ...organizationOptions(provider)] },
        role: roleField,
      },
      buttons: [['invite', 'Send the invitation']],
    },
  ],
});

const impersonationPart = (provider: Provider): Part => ({
  title: 'Acting for somebody',
  content: [
    html`<p>Starts a session of an account for somebody of the staff; the site is told who that is, and why. Open this page
under the name by which the site calls this service.</p>`,
  ],
  forms: [
    {
      fields: {
        account: accountField(provider),
        email: { label: 'E-mail of whoever acts' },
        reason: { label: 'Reason' },
      },
      buttons: [['impersonate', 'Go to the site as this account']],
    },
  ],
});

function faultsPart({ config, faults }: Provider): Part {
  const options = (kinds: readonly (keyof typeof faultMeanings)[]) =>
    kinds.map((kind): Option => [kind, `${kind} – ${faultMeanings[kind]}`]);
  return {
    title: 'Faults',
    content: [html`<p>Lets calls of the site go wrong, until it is set back or this service starts anew.</p>`],
    forms: [
      {
        fields: {
          authenticate: { label: 'Exchange and refresh', options: options(faultKinds), value: faults.authenticate },
          management: {
            label: 'What the site’s server asks',
            options: options(managementFaultKinds),
            value: faults.management,
          },
          sessionMinutes: { label: 'Sessions are older by this, in minutes', value: faults.sessionMinutes },
          jwks: { label: 'Keys', options: options(keysFaultKinds), value: faults.jwks },
          delayMs: { label: 'Wait before an answer, in milliseconds', value: faults.delayMs },
          tokenSeconds: {
            label: 'Life of a token, in seconds',
            hint: `${config.tokenSeconds} when empty; below zero, tokens have expired when they are issued.`,
            value: faults.tokenSeconds,
          },
          emailVerification: {
            label: 'Confirming the address',
            options: emailVerifications.map((kind): Option => [kind, kind]),
            value: faults.emailVerification ?? config.emailVerification,
          },
        },
        buttons: [
          ['set-faults', 'Set'],
          ['end-faults', 'As usual again'],
        ],
      },
    ],
  };
}

const keysPart = ({ keys }: Provider): Part => ({
  title: 'Signing keys',
  content: [
    html`<p>Published now, the one that signs first:</p>`,
    html`<ol class="keys">${keys.publicJwks.map(({ kid }) => html`<li><code>${String(kid)}</code></li>`)}</ol>`,
  ],
  forms: [
    {
      buttons: [
        ['rotate-keys', 'New key, keep the old ones'],
        ['replace-keys', 'New key, withdraw the old ones'],
      ],
    },
  ],
});

/** How the refresh token travels now, and how to see the other way. */
function cookieModeContent(config: LoginConfig): Html {
  const { hostname, port: sitePort, protocol } = new URL(config.siteOrigins[0]);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1')
    return html`<p>The site runs on a name of its own: the refresh token travels in a cookie of this service (cookie mode).</p>`;
  const origin = `${protocol}//app.localhost${sitePort && `:${sitePort}`}`;
  return html`<p>The site runs on localhost: the browser keeps the refresh token itself (development mode). To see it in a
cookie of this service instead, start both like this and open ${origin}:</p>
<pre><code>SITE_ORIGIN=${origin} LOGIN_PORT=${config.port} node stand-ins/login/main.ts

SITE_ORIGIN=${origin} PORT=${sitePort || 3000} LOGIN_CLIENT_ID=${clientId} \\
LOGIN_API_HOSTNAME=auth.app.localhost:${config.port} \\
LOGIN_ISSUERS=${config.issuer} \\
LOGIN_JWKS_URL=${config.ownOrigin}/sso/jwks/${clientId} npm start</code></pre>`;
}

/** The site's initiate-login address. */
function siteAddress(config: LoginConfig, parameters: Record<string, string>): string {
  return `${config.siteOrigins[0]}${paths.login}?${new URLSearchParams(parameters)}`;
}
