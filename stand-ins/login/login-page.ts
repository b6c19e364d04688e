import type { Locale } from '../../shared/locales.ts';
import { type Html, html } from '../html.ts';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress, screenAddress } from './authorization-request.ts';
import { type FormField, formPage } from './form-page.ts';
import type { Invitation } from './invitations.ts';
import type { Field } from './login-form.ts';
import type { Translate } from './messages.ts';
import type { Organization } from './organizations.ts';
import { passwordLength } from './passwords.ts';

export interface LoginView {
  locale: Locale;
  t: Translate;
  asked: AuthorizationRequest;
  /** The organization the session is going to be for, where that is settled. */
  organization: Organization | undefined;
  /** Its address is the only one that can be used. */
  invitation: Invitation | undefined;
  values: Readonly<Partial<Record<Field, string>>>;
  /** What is wrong with single fields. */
  faults: Readonly<Partial<Record<Field, string>>>;
  /** What is wrong with the whole; `field` is where the person can mend it. */
  formFault?: { sentence: string; field: Field } | undefined;
  /** The address has an account already. */
  isTaken?: boolean;
}

/** The page to sign in or up. */
export function loginPage(view: LoginView): string {
  const { locale, t, asked, formFault } = view;
  const isSignUp = asked.screen === 'sign-up';
  return formPage({
    locale,
    t,
    title: t(isSignUp ? 'signUpTitle' : 'signInTitle'),
    lead: leadOf(view),
    fields: fieldsOf(view),
    formFault,
    faultWay: view.isTaken
      ? { label: t('signInInstead'), address: screenAddress(asked, 'sign-in', view.values.email) }
      : undefined,
    submit: t(isSignUp ? 'signUp' : 'signIn'),
    cancelAddress: cancelAddress(asked),
    below: [
      !isSignUp &&
        html`<p><a href="${changedAddress(asked, {}, steps.passwordReset)}">${t('passwordForgotten')}</a></p>`,
      otherWay(view),
    ].filter((markup) => markup !== false),
  });
}

function fieldsOf({ t, asked, invitation, values, faults }: LoginView): readonly (FormField | readonly FormField[])[] {
  const isSignUp = asked.screen === 'sign-up';
  const field = (name: Field, autocomplete: string, more: Partial<FormField> = {}): FormField => ({
    name,
    label: t(name),
    autocomplete,
    value: values[name],
    fault: faults[name],
    ...more,
  });
  const email = field('email', isSignUp ? 'email' : 'username', {
    type: 'email',
    ...(invitation && { value: invitation.email, fixed: true, hint: t('invitedAddress') }),
  });
  const password = field('password', isSignUp ? 'new-password' : 'current-password', {
    type: 'password',
    hint: isSignUp && t('passwordRule', { min: passwordLength.min }),
  });
  if (!isSignUp) return [email, password];
  return [[field('firstName', 'given-name'), field('lastName', 'family-name')], email, password];
}

function leadOf({ t, invitation, organization }: LoginView): string | undefined {
  if (!invitation) return organization?.name;
  return organization ? t('invitedToOrganization', { organization: organization.name }) : t('invited');
}

/** An invitation settles the address, and with it whether there is an account: then the way on is without it. */
function otherWay({ t, asked, invitation }: LoginView): Html {
  const other = asked.screen === 'sign-up' ? 'sign-in' : 'sign-up';
  if (invitation)
    return html`<p class="switch">${t('invitationForSomeoneElse')}
<a href="${changedAddress(asked, { invitation_token: null })}">${t('withoutInvitation')}</a></p>`;
  return html`<p class="switch">${t(other === 'sign-in' ? 'alreadyRegistered' : 'noAccountYet')}
<a href="${screenAddress(asked, other)}">${t(other === 'sign-in' ? 'signIn' : 'signUp')}</a></p>`;
}
