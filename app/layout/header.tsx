import { paths } from '../../shared/paths.ts';
import { useAuth } from '../account/session/auth.ts';
import { Logo } from '../components/brand/logo.tsx';
import { ButtonLink } from '../components/button.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Drawer } from './drawer.tsx';
import { LanguageMenu } from './language-links.tsx';
import { menuEntries } from './menu.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** The head of every page: 64 px, always visible (specification 2). */
export function Header() {
  const { t } = useMessages();
  const { user } = useAuth();
  return (
    <header className="site-header">
      <div className="page-width site-header-row">
        <Link className="logo" href={paths.landing} aria-label={t('layout.home')}>
          <Logo />
        </Link>
        <nav className="site-menu" aria-label={t('layout.menu.label')}>
          <ul className="site-menu-list">
            {menuEntries.map(({ href, label }) => (
              <li key={href}>
                <Link className="site-menu-link" href={href}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageMenu />
        <AccountMenu />
        <SignOutButton compact />
        {!user && (
          <ButtonLink className="wide-only" href={paths.account} variant="quiet" size="small">
            {t('layout.account.sign-in')}
          </ButtonLink>
        )}
        <ButtonLink className="roomy-only" href={paths.download} size="small">
          {t('layout.account.download')}
        </ButtonLink>
        <Drawer />
      </div>
    </header>
  );
}
