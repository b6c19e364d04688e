import { actButton, handField, handForm, handSelect } from './by-hand-form.ts';
import { type ByHandView, type KnownAccount, siteAddress } from './by-hand-view.ts';
import { type Html, html } from './html.ts';

const accountOptions = (accounts: readonly KnownAccount[]) =>
  accounts.map(({ id, email }): [string, string] => [id, email]);

/** Who has an account, and what can be done with one. */
export function accountsSection(view: ByHandView): Html {
  const { t, accounts } = view;
  if (accounts.length === 0) return html`<p>${t('handNoAccounts')}</p>`;
  return html`<ul class="entries">${accounts.map((account) => accountEntry(view, account))}</ul>`;
}

function accountEntry({ t, locale, transaction }: ByHandView, account: KnownAccount): Html {
  const { id, email, emailVerified, memberships, sessionCount } = account;
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  const places = memberships.map(({ organization, role }) => `${organization.name} (${role})`).join(', ');
  const facts = [
    name,
    emailVerified ? t('handConfirmed') : t('handNotConfirmed'),
    places || t('handNoOrganization'),
    t('handSessions', { count: sessionCount }),
  ];
  return html`<li><h3 id="${id}">${email}</h3>
<p class="hint">${facts.filter(Boolean).join(' · ')}</p>
${handForm(
  { locale, transaction },
  [
    html`<div class="buttons">${[
      !emailVerified && actButton('mail-verification', t('handMailVerification'), id),
      actButton('mail-reset', t('handMailReset'), id),
      sessionCount > 0 && actButton('end-sessions', t('handEndSessions'), id),
    ].filter((button) => button !== false)}</div>`,
  ],
  { account: id },
)}</li>`;
}

/** Organizations, their members, and what it takes to make both. */
export function organizationsSection(view: ByHandView): Html {
  const { t, locale, transaction, accounts, organizations } = view;
  return html`<p>${t('handOrganizationsText')}</p>
${organizations.length > 0 && html`<ul class="entries">${organizations.map((organization) => organizationEntry(view, organization))}</ul>`}
<h3>${t('handNewOrganization')}</h3>
${handForm({ locale, transaction }, [
  handField({ id: 'organization-name', name: 'name', label: t('handName'), required: true }),
  handField({ id: 'organization-flags', name: 'flags', label: t('handFlags'), hint: t('handList') }),
  actButton('save-organization', t('handCreate')),
])}
${
  accounts.length > 0 &&
  organizations.length > 0 &&
  html`<h3>${t('handNewMember')}</h3>
${handForm({ locale, transaction }, [
  handSelect({ id: 'member-account', name: 'account', label: t('handAccount'), options: accountOptions(accounts) }),
  handSelect({
    id: 'member-organization',
    name: 'organization',
    label: t('organization'),
    options: organizations.map(({ id, name }) => [id, name] as const),
  }),
  handField({ id: 'member-role', name: 'role', label: t('handRole') }),
  handField({ id: 'member-permissions', name: 'permissions', label: t('handPermissions'), hint: t('handList') }),
  actButton('set-member', t('handSave')),
])}`
}`;
}

function organizationEntry(view: ByHandView, organization: ByHandView['organizations'][number]): Html {
  const { t, locale, transaction, config } = view;
  const { id, name, featureFlags, members } = organization;
  return html`<li><h3 id="${id}">${name}</h3>
<p class="hint">${[id, ...featureFlags].join(' · ')}</p>
<p><a href="${siteAddress(config, { screen_hint: 'sign-in', organization_id: id })}" aria-describedby="${id}">${t('handSignInFor')}</a></p>
${members.map(({ accountId, email, role }) => {
  const described = `${id}-${accountId}`;
  return handForm(
    { locale, transaction },
    [
      html`<div class="buttons"><span id="${described}">${email} (${role})</span>
${actButton('remove-member', t('handRemove'), described)}</div>`,
    ],
    { account: accountId, organization: id },
  );
})}</li>`;
}

/** What it takes to go on as the owner of an account. */
export function impersonationSection({ t, locale, transaction, accounts }: ByHandView): Html {
  if (accounts.length === 0) return html`<p>${t('handImpersonationText')}</p><p>${t('handNoAccounts')}</p>`;
  return html`<p>${t('handImpersonationText')}</p>
${handForm({ locale, transaction }, [
  handSelect({ id: 'impersonated', name: 'account', label: t('handAccount'), options: accountOptions(accounts) }),
  handField({ id: 'impersonator', name: 'email', label: t('handImpersonator'), type: 'email', required: true }),
  handField({ id: 'impersonation-reason', name: 'reason', label: t('handReason') }),
  actButton('impersonate', t('handImpersonate')),
])}`;
}
