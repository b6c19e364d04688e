import { access } from '../../../shared/business/access.ts';
import { addDays, utcDayOf, utcStartOf } from '../../../shared/days.ts';
import { act } from '../../contract/act.ts';
import { OperatorMistake, readOptions, type Service, type ServiceCommand } from '../../contract/command.ts';
import { connectLoginProvider, LoginProviderUnreachable, type LoginUser } from '../../integrations/login-provider.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { findInvitedAddresses } from '../access-requests/access-requests.ts';
import { describeData, findAccount, findAccountsSince, lockAccount } from '../accounts/accounts.ts';
import { mailSignUpInvitation } from './sign-up-mails.ts';
import { findLanguage, findStanding } from './sign-ups.ts';

const findStart = ({ clock }: Service, days: number) => utcStartOf(addDays(utcDayOf(clock.now()), -days));

/** Undefined where the login provider cannot be asked. */
async function findUsers({ config }: Service, since: Date): Promise<LoginUser[] | undefined> {
  try {
    return await connectLoginProvider(config.login).findUsersSince(since);
  } catch (error) {
    if (!(error instanceof LoginProviderUnreachable)) throw error;
    return undefined;
  }
}

/**
 * The beta and the confirmation page say that a person reviews each sign-up (specification 2: signup is manual). Of those who have
 * only a sign-in nothing is stored: the login provider is asked each time.
 */
export const accountNew: ServiceCommand = {
  kind: 'service',
  name: 'account new',
  usage: '[<days>]',
  summary:
    'Lists who signed up in the last days (7 unless told), also without a download, for a person to look through',
  async work(service, [days = '7', ...rest]) {
    if (!/^[1-9]\d{0,2}$/.test(days) || rest.length) throw new OperatorMistake('Give a number of days.');
    const { kysely } = service.database;
    const since = findStart(service, Number(days));
    const users = await findUsers(service, since);
    const invited = await findInvitedAddresses(kysely);
    const listed: { id: string; at: Date; said: string }[] = [];
    for (const user of users ?? []) {
      const account = await findAccount(kysely, user.id);
      const standing = await findStanding(kysely, user, account, invited);
      const said = `${user.email}  ${account?.country ?? '--'}  ${account?.status ?? 'no download'}  ${standing}`;
      listed.push({ id: user.id, at: user.signedUpAt, said });
    }
    for (const { id, created_at, email, country, status } of await findAccountsSince(kysely, since))
      if (!listed.some((each) => each.id === id))
        listed.push({ id, at: created_at, said: `${email}  ${country}  ${status}` });
    listed.sort((one, other) => one.at.getTime() - other.at.getTime());
    return {
      lines: [
        ...listed.flatMap(({ id, at, said }) => describeData({ [id]: `${at.toISOString()}  ${said}` })),
        ...(users ? [] : ['The login provider could NOT be asked: whoever has only a sign-in is missing.']),
      ],
      outcome: `listed: ${listed.length}`,
      failed: !users,
    };
  },
};

/** The invitation that the beta and the confirmation page announce to whoever signs up without one. */
export const inviteSignedUp: ServiceCommand = {
  kind: 'service',
  name: 'invite signed-up',
  usage: '[--dry-run]',
  summary: `Mails whoever signed up without an invitation in the last ${access.signUpDays} days how to download, once`,
  async work(service, args) {
    const { values, positionals } = readOptions(args, { 'dry-run': { type: 'boolean', default: false } });
    if (positionals.length) throw new OperatorMistake('invite signed-up takes only --dry-run.');
    const users = await findUsers(service, findStart(service, access.signUpDays));
    if (!users) throw new OperatorMistake('The login provider could not be asked: nothing was sent.');
    const invited = await findInvitedAddresses(service.database.kysely);
    const lines: string[] = [];
    const mailed: string[] = [];
    for (const user of users) {
      const standing = await invite(service, user, { invited, isDryRun: values['dry-run'] });
      if (standing === 'invited') continue;
      lines.push(`${user.id}: ${standing}`);
      if (standing === 'to be invited') mailed.push(user.id);
    }
    return {
      lines: [...lines, ...(mailed.length ? [] : ['Nobody is to be invited.'])],
      outcome: `${values['dry-run'] ? 'would be invited' : 'invited'}: ${mailed.length}`,
      subject: mailed.join(' ') || null,
    };
  },
};

/** Returns how the person stood before. */
async function invite(
  { database, config, clock }: Service,
  user: LoginUser,
  { invited, isDryRun }: { invited: ReadonlySet<string>; isDryRun: boolean },
) {
  return act({ database, config, clock: clock.now }, (act) =>
    doOrTry(act.trx, isDryRun, async () => {
      const { trx } = act;
      const account = await lockAccount(trx, user.id);
      const standing = await findStanding(trx, user, account, invited);
      if (standing === 'to be invited') {
        const locale = await findLanguage(trx, user);
        const addressee = { userId: user.id, accountId: account?.id ?? null, to: user.email, locale };
        await mailSignUpInvitation(act, addressee);
      }
      return standing;
    }),
  );
}
