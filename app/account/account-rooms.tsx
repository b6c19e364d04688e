import { paths } from '../../shared/paths.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { usePath } from '../navigation/use-path.ts';
import { useAuth } from './session/auth.ts';

/** The pages of an account, from the one that everybody needs; closing it stands at the foot of the last, which it belongs to. */
const rooms = [
  { href: paths.account, label: 'account.room.overview', within: undefined },
  { href: paths.accountPlan, label: 'account.room.plan', within: undefined },
  { href: paths.accountUsage, label: 'account.room.usage', within: undefined },
  { href: paths.accountData, label: 'account.room.data', within: paths.accountClosing },
] as const;

/** On a phone they are one line, which may be longer than the screen. */
function showCurrent(list: HTMLUListElement | null): void {
  const room = list?.querySelector<HTMLElement>('[aria-current]');
  if (room) list!.scrollLeft = room.offsetLeft - (list!.clientWidth - room.offsetWidth) / 2;
}

/** The ways among the pages of an account; `Link` marks the one that is shown. */
function AccountRooms() {
  const { t } = useMessages();
  const path = usePath();
  return (
    <nav className="rooms" aria-label={t('account.rooms')}>
      <ul ref={showCurrent}>
        {rooms.map(({ href, label, within }) => (
          <li key={href}>
            <Link className="room" href={href} {...(within === path && { 'aria-current': true })}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** They are for whose account it is, also on a page that everybody may read, and there from the first frame. */
export function RoomsOfHolder() {
  const { isLoading, user } = useAuth();
  if (!isLoading && !user) return null;
  return (
    <div className={isLoading ? 'shown-with-session-sign' : undefined}>
      <AccountRooms />
    </div>
  );
}
