import type { User } from '@workos-inc/authkit-js';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { AddressState } from '../../../shared/api/address-confirmation.ts';
import { useProblemSentence } from '../../api-client/problem-notice.tsx';
import { useAct } from '../../api-client/use-act.ts';
import { useApi } from '../../api-client/use-api.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { useAuth } from '../session/auth.ts';

type Known = Pick<AccountAnswer, 'profile' | 'emailState' | 'mailReturns' | 'billingEmail'>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What was typed is checked within seconds; until then, what is not the address of the sign-in counts as not confirmed. */
const isToConfirm = (email: string, state: AddressState | null, user: User) =>
  state === 'asked' || (state === 'unchecked' && !(user.emailVerified && isSame(email, user.email)));

/** Where one's mails go while an address waits for its confirmation, and a way to get the link once more. */
function UnconfirmedAddress({ email, user }: { email: string; user: User }) {
  const { t, locale } = useMessages();
  const api = useApi();
  const { run, isBusy, problem, last } = useAct((typed: string) => api.confirmAddressAgain({ email: typed, locale }));
  const sentenceOf = useProblemSentence('account.address');
  const outcome = problem ? sentenceOf(problem) : last !== null && t('account.address.sent', { email });
  return (
    <Notice kind="info">
      <p>
        {user.emailVerified
          ? t('account.address.unconfirmed', { email, own: user.email })
          : t('account.address.waiting', { email })}
      </p>
      <div className="button-row">
        <Button variant="secondary" busy={isBusy} onClick={() => run(email)}>
          {t('account.address.again')}
        </Button>
      </div>
      <p role="status">{!isBusy && outcome}</p>
    </Notice>
  );
}

/** Addresses of the account that nobody has confirmed, each listed once. An address that returns mails is shown elsewhere on the page. */
export function UnconfirmedAddresses({ account }: { account: Known }) {
  const { user } = useAuth();
  const { profile, emailState, mailReturns, billingEmail } = account;
  if (!user) return null;
  const own = profile && !mailReturns && isToConfirm(profile.email, emailState, user) ? [profile.email] : [];
  const ofBilling =
    billingEmail && isToConfirm(billingEmail.email, billingEmail.state, user) ? [billingEmail.email] : [];
  const distinct = [...own, ...ofBilling.filter((email) => !own.some((each) => isSame(each, email)))];
  return distinct.map((email) => <UnconfirmedAddress key={email} email={email} user={user} />);
}
