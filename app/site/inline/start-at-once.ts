import { loggedOutPath, orderPagePath, releasesPath } from '../../../shared/paths.ts';
import { downloadStartKey } from '../../account/delivery/download-start.ts';
import { giveSignal } from '../root-signals.ts';

/**
 * An invitation or the login provider requests a sign-in at once; a download of this tab has a message to show; the
 * versions are all that their page is for; what is ordered is only named by the address.
 */
export function startAtOnce(): void {
  const { pathname, search } = location;
  const isOrder = pathname === orderPagePath && /[?&]product=/.test(search);
  if (pathname === releasesPath || isOrder) giveSignal('start', 'now');
  try {
    const hasThanks = pathname === loggedOutPath && sessionStorage.getItem(downloadStartKey);
    if (hasThanks || /[?&]screen_hint=/.test(search)) giveSignal('start', 'now');
  } catch {
    // Storage is blocked: there is nothing to show.
  }
}
