import { localeNames, locales } from '../../shared/locales.ts';
import { byHandPath, emailVerificationPath, outboxPath } from './addresses.ts';
import { actButton, handField, handForm, handSelect } from './by-hand-form.ts';
import { accountsSection, impersonationSection, organizationsSection } from './by-hand-people.ts';
import { type ByHandView, type Section, sections, siteAddress } from './by-hand-view.ts';
import { cookieModeSection, faultsSection, keysSection } from './by-hand-workings.ts';
import { type Html, html } from './html.ts';
import { mailedLife } from './mails.ts';
import type { MessageId } from './messages.ts';
import { document } from './pages.ts';

const titles: Record<Section, MessageId> = {
  accounts: 'handAccounts',
  verification: 'handVerification',
  reset: 'handReset',
  organizations: 'handOrganizations',
  invitation: 'handInvitation',
  impersonation: 'handImpersonation',
  faults: 'handFaults',
  keys: 'handKeys',
  'cookie-mode': 'handCookieMode',
};

/** How to live through every flow of the sign-in on one machine, with what it takes. */
export function byHandPage(view: ByHandView): string {
  const { locale, t, config } = view;
  const contents: Record<Section, Html> = {
    accounts: accountsSection(view),
    verification: html`<p>${t('handVerificationText', { hours: mailedLife.verificationHours })}</p>
<p><a href="${`${emailVerificationPath}?ui_locales=${locale}`}">${t('verificationTitle')}</a></p>`,
    reset: html`<p>${t('handResetText', { minutes: mailedLife.resetMinutes })}</p>`,
    organizations: organizationsSection(view),
    invitation: invitationSection(view),
    impersonation: impersonationSection(view),
    faults: faultsSection(view),
    keys: keysSection(view),
    'cookie-mode': cookieModeSection(view),
  };
  return document({
    locale,
    t,
    title: t('handTitle'),
    wide: true,
    body: html`<div><p class="brand">${t('product')}</p><h1>${t('handTitle')}</h1><p class="lead">${t('handText')}</p>
<p class="lead ways"><a class="button" href="${siteAddress(config, { screen_hint: 'sign-up' })}">${t('handSignUp')}</a>
<a href="${siteAddress(config, { screen_hint: 'sign-in' })}">${t('handSignIn')}</a>
<a href="${`${outboxPath}?ui_locales=${locale}`}">${t('outboxTitle')}</a>
<a href="${`${config.siteOrigins[0]}/`}">${t('toSite')}</a></p></div>
<nav class="ways" aria-label="${t('handLanguages')}">${locales.map(
      (other) =>
        html`<a href="${`${byHandPath}?ui_locales=${other}`}" lang="${other}" hreflang="${other}"${
          other === locale && html` aria-current="true"`
        }>${localeNames[other]}</a>`,
    )}</nav>
<nav aria-label="${t('handContents')}"><ul class="ways">${sections.map(
      (section) => html`<li><a href="${`#${section}`}">${t(titles[section])}</a></li>`,
    )}</ul></nav>
${sections.map(
  (section) => html`<section class="card" id="${section}" aria-labelledby="${section}-title">
<h2 id="${section}-title">${t(titles[section])}</h2>
${view.done?.section === section && html`<p class="done" tabindex="-1" autofocus>${view.done.sentence}</p>`}
${contents[section]}
</section>`,
)}`,
  });
}

function invitationSection({ t, locale, transaction, organizations }: ByHandView): Html {
  return html`<p>${t('handInvitationText', { days: mailedLife.invitationDays })}</p>
${handForm({ locale, transaction }, [
  handField({ id: 'invite-email', name: 'email', label: t('email'), type: 'email', required: true }),
  handSelect({
    id: 'invite-organization',
    name: 'organization',
    label: t('organization'),
    options: [['', t('handNone')], ...organizations.map(({ id, name }) => [id, name] as const)],
  }),
  handField({ id: 'invite-role', name: 'role', label: t('handRole') }),
  actButton('invite', t('handInvite')),
])}`;
}
