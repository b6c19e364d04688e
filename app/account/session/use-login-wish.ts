import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useSite } from '../../site/site-context.ts';
import { useAuth } from './auth.ts';
import { type LoginScreen, type LoginWish, takeLoginWish } from './login-wish.ts';
import { safeReturnAddress } from './return-address.ts';
import { useLeaving } from './use-leaving.ts';

/**
 * The ways to the login provider from this page: what a person chooses, and what the address requests, which starts as
 * soon as it is known whether someone is signed in. `leavingFor` is the screen about to be opened.
 */
export function useLoginWish() {
  const { isLoading, user, organizationId, fault, signIn, signUp, switchToOrganization } = useAuth();
  const { navigate } = useSite();
  const { leaving, leave } = useLeaving();
  const [screen, setScreen] = useState<LoginScreen>('sign-in');
  const isTaken = useRef(false);

  const choose = ({ screen, options }: LoginWish) => {
    setScreen(screen);
    // An invitation leads to the page that welcomes new users.
    const all = { ...(options.invitationToken && { returnTo: paths.signedUp }), ...options };
    leave(() => (screen === 'sign-up' ? signUp(all) : signIn(all)));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is asked once, as soon as the session is known
  useEffect(() => {
    if (isLoading || fault === 'unreachable' || isTaken.current) return;
    isTaken.current = true;
    const wish = takeLoginWish();
    if (!wish) return;
    const { options } = wish;
    // Someone who is signed in is only sent to the provider when there is something to do there.
    if (!user || options.invitationToken || options.passwordResetToken || options.connectionId) return choose(wish);
    if (options.organizationId && options.organizationId !== organizationId)
      switchToOrganization(options.organizationId).catch(() => {});
    else if (options.returnTo) navigate(safeReturnAddress(options.returnTo, location.origin), { replace: true });
  }, [isLoading, fault, user]);

  return { leavingFor: leaving ? screen : null, choose };
}
