import { z } from 'zod';
import type { Locale } from '../../shared/locales.ts';
import { normalizeEmail } from './accounts.ts';
import type { Section } from './by-hand-page.ts';
import { faultsSchema, noFaults } from './faults.ts';
import { emailFault } from './login-form.ts';
import { sendInvitation, sendPasswordResetMail, sendVerificationMail } from './mails.ts';
import { translator } from './messages.ts';
import { standardRole } from './organizations.ts';
import type { Provider } from './provider.ts';

/** What a form of the page by hand came to. */
export const doneSentences = {
  done: 'Done.',
  mailed: 'Done. The mail is in the outbox.',
  'not-done': 'Nothing was changed: what was entered does not fit.',
} as const;
export type Done = keyof typeof doneSentences;

interface Act {
  /** Where on the page its form stands. */
  section: Section;
  run(provider: Provider, fields: Record<string, string>, locale: Locale): Done | Promise<Done>;
}

function act<Shape extends z.ZodObject>(
  section: Section,
  schema: Shape,
  work: (provider: Provider, fields: z.infer<Shape>, locale: Locale) => Done | Promise<Done>,
): Act {
  return {
    section,
    run(provider, fields, locale) {
      const read = schema.safeParse(fields);
      return read.success ? work(provider, read.data, locale) : 'not-done';
    },
  };
}

const name = z.string().trim().min(1);
const role = z
  .string()
  .trim()
  .transform((text) => text || standardRole);
/** Names separated by commas or spaces. */
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
/** An empty field counts as left out. */
const wholeNumber = z
  .string()
  .trim()
  .transform((text) => (text ? Number(text) : undefined));

const accountFields = z.object({ account: z.string() });
const memberFields = z.object({ account: z.string(), organization: z.string() });

/** What the buttons of the page by hand do, by the value they send. */
export const acts: Readonly<Record<string, Act>> = {
  'mail-verification': act('accounts', accountFields, (provider, fields, locale) => {
    const account = provider.accounts.find(fields.account);
    if (!account || account.emailVerified) return 'not-done';
    sendVerificationMail(provider, account, locale);
    return 'mailed';
  }),

  'mail-reset': act('accounts', accountFields, (provider, fields, locale) => {
    const account = provider.accounts.find(fields.account);
    if (!account) return 'not-done';
    sendPasswordResetMail(provider, account, locale);
    return 'mailed';
  }),

  'end-sessions': act('accounts', accountFields, (provider, fields) => {
    provider.sessions.endAllOf(fields.account);
    return 'done';
  }),

  'save-organization': act('organizations', z.object({ name, flags: list }), (provider, fields) => {
    provider.organizations.save({ name: fields.name, featureFlags: fields.flags });
    return 'done';
  }),

  'set-member': act('organizations', memberFields.extend({ role, permissions: list }), (provider, fields) => {
    const { account, organization, ...rights } = fields;
    if (!provider.accounts.find(account) || !provider.organizations.find(organization)) return 'not-done';
    provider.organizations.setMember(account, organization, rights);
    return 'done';
  }),

  'remove-member': act('organizations', memberFields, (provider, fields) =>
    provider.organizations.removeMember(fields.account, fields.organization) ? 'done' : 'not-done',
  ),

  invite: act(
    'invitation',
    z.object({ email: z.string(), organization: z.string(), role }),
    (provider, fields, locale) => {
      const { organizations, invitations } = provider;
      const organizationId = fields.organization || null;
      if (emailFault({ email: fields.email.trim() }, translator(locale)).email) return 'not-done';
      if (organizationId !== null && !organizations.find(organizationId)) return 'not-done';
      const invitation = {
        email: normalizeEmail(fields.email),
        organizationId,
        role: fields.role,
        permissions: [],
      };
      sendInvitation(provider, invitation, invitations.create(invitation).token, locale);
      return 'mailed';
    },
  ),

  'set-faults': act(
    'faults',
    z.object({
      authenticate: z.string(),
      management: z.string(),
      sessionMinutes: wholeNumber,
      jwks: z.string(),
      delayMs: wholeNumber,
      tokenSeconds: wholeNumber,
      emailVerification: z.string(),
    }),
    (provider, fields) => {
      const read = faultsSchema.safeParse(fields);
      if (!read.success) return 'not-done';
      Object.assign(provider.faults, noFaults, read.data);
      return 'done';
    },
  ),

  'end-faults': act('faults', z.object({}), (provider) => {
    Object.assign(provider.faults, noFaults);
    return 'done';
  }),

  'rotate-keys': act('keys', z.object({}), async (provider): Promise<Done> => {
    await provider.keys.rotate({ keepOld: true });
    return 'done';
  }),

  'replace-keys': act('keys', z.object({}), async (provider): Promise<Done> => {
    await provider.keys.rotate({ keepOld: false });
    return 'done';
  }),
};
