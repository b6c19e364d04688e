import type { MouseEvent } from 'react';
import { paths } from '../../shared/paths.ts';
import { useAuth } from '../account/session/auth.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';

const entries = [
  { href: paths.account, label: 'layout.account.overview' },
  { href: paths.accountPlan, label: 'layout.account.plan' },
  { href: paths.accountUsage, label: 'layout.account.usage' },
  { href: paths.accountData, label: 'layout.account.data' },
] as const;

/** The page stays: nothing else would close it. */
const close = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

/** The way to one's account on every page, whatever its width: the browser opens and closes it, as the language menu. */
export function AccountMenu() {
  const { t, locale } = useMessages();
  const { user } = useAuth();
  if (!user) return null;
  const [initial = ''] = user.firstName || user.email;
  return (
    <>
      <button
        type="button"
        className="account-button"
        popoverTarget="account-menu"
        aria-label={t('layout.account.account')}
      >
        {initial.toLocaleUpperCase(locale)}
      </button>
      <nav className="header-menu" id="account-menu" popover="auto" aria-label={t('layout.account.account')}>
        <p>{user.email}</p>
        <ul>
          {entries.map(({ href, label }) => (
            <li key={href}>
              <Link className="account-link" href={href} onClick={close}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
