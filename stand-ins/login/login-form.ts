import { emailPattern } from '../../shared/email-address.ts';
import { normalizeEmail } from './accounts.ts';
import type { Screen } from './authorization-request.ts';
import type { Translate } from './messages.ts';
import { passwordLength } from './passwords.ts';

/** Longest names and e-mail addresses (RFC 5321, 4.5.3.1.3), in characters. */
const maxLength = { name: 100, email: 254 };

export type Field = 'email' | 'password' | 'firstName' | 'lastName';

export interface LoginForm {
  values: Record<Field, string>;
  faults: Partial<Record<Field, string>>;
}

/** Reads the fields and says, in the person's language, what is wrong with them. An invitation settles the address. */
export function readLoginForm(sent: URLSearchParams, screen: Screen, t: Translate, invitedEmail?: string): LoginForm {
  const text = (name: string) => (sent.get(name) ?? '').trim().normalize('NFC');
  const values = {
    email: invitedEmail ?? text('email'),
    password: sent.get('password') ?? '',
    firstName: text('firstName'),
    lastName: text('lastName'),
  };
  const checks = screen === 'sign-up' ? [emailFault, newPasswordFault, nameFaults] : [emailFault, passwordFault];
  const faults = Object.assign({}, ...checks.map((check) => check(values, t)));
  return { values, faults };
}

type Faults = Partial<Record<Field, string>>;
type Values = Record<Field, string>;

export function emailFault({ email }: Pick<Values, 'email'>, t: Translate): Faults {
  if (!email) return { email: t('emailMissing') };
  const fits = emailPattern.test(email) && normalizeEmail(email).length <= maxLength.email;
  return fits ? {} : { email: t('emailNotValid') };
}

function passwordFault({ password }: Values, t: Translate): Faults {
  return password ? {} : { password: t('passwordMissing') };
}

export function newPasswordFault({ password }: Pick<Values, 'password'>, t: Translate): Faults {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length === 0) return { password: t('passwordMissing') };
  if (length < min) return { password: t('passwordTooShort', { min }) };
  return length > max ? { password: t('passwordTooLong', { max }) } : {};
}

function nameFaults({ firstName, lastName }: Values, t: Translate): Faults {
  const max = maxLength.name;
  return {
    ...(!firstName && { firstName: t('firstNameMissing') }),
    ...([...firstName].length > max && { firstName: t('firstNameTooLong', { max }) }),
    ...(!lastName && { lastName: t('lastNameMissing') }),
    ...([...lastName].length > max && { lastName: t('lastNameTooLong', { max }) }),
  };
}
