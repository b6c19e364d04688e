import { type MouseEvent, useRef } from 'react';
import { paths } from '../../shared/paths.ts';
import { useAuth } from '../account/session/auth.ts';
import { Logo } from '../components/brand/logo.tsx';
import { ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { DrawerLanguages } from './language-links.tsx';
import { menuEntries } from './menu.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** True in browsers whose buttons can open and close a dialog by command. */
const knowsCommands = () => 'commandForElement' in HTMLButtonElement.prototype;

/**
 * The menu of small screens: a native modal dialog. The browser opens and closes it through its button's command, so it
 * works before the page's script has loaded; the handlers serve browsers that do not support commands yet.
 */
export function Drawer() {
  const { t } = useMessages();
  const { user } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);

  const open = () => {
    if (!knowsCommands()) dialog.current?.showModal();
  };
  const close = () => {
    if (!knowsCommands()) dialog.current?.close();
  };
  // Following a link closes the drawer; so does a press outside it, where the browser does not do that itself.
  const closeAfter = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element;
    if (target === event.currentTarget || target.closest('a')) event.currentTarget.close();
  };

  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon narrow-only"
        aria-label={t('layout.menu.open')}
        aria-haspopup="dialog"
        command="show-modal"
        commandfor="drawer"
        onClick={open}
      >
        <Icon name="menu" size={24} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself */}
      <dialog
        className="drawer"
        id="drawer"
        ref={dialog}
        closedby="any"
        aria-label={t('layout.menu.label')}
        onClick={closeAfter}
      >
        <div className="drawer-body">
          <div className="drawer-head">
            <Link className="logo" href={paths.landing} aria-label={t('layout.home')}>
              <Logo />
            </Link>
            <button
              type="button"
              className="button button-quiet button-icon"
              aria-label={t('layout.menu.close')}
              command="close"
              commandfor="drawer"
              onClick={close}
            >
              <Icon name="close" size={24} />
            </button>
          </div>
          <nav aria-label={t('layout.menu.label')}>
            <ul>
              {menuEntries.map(({ href, label }) => (
                <li key={href}>
                  <Link className="drawer-link" href={href}>
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="drawer-actions">
            <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
            <ButtonLink href={paths.account} variant="secondary">
              {user ? t('layout.account.account') : t('layout.account.sign-in')}
            </ButtonLink>
            <SignOutButton />
          </div>
          <DrawerLanguages />
        </div>
      </dialog>
    </>
  );
}
