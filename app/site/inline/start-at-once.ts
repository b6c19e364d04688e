import { loggedOutPath, releasesPath } from '../../../shared/paths.ts';
import { downloadStartKey } from '../../account/delivery/download-start.ts';
import { giveSignal } from '../root-signals.ts';

/**
 * An invitation or the login provider requests a sign-in at once; a download of this tab has a message to show; the
 * versions are all that their page is for.
 */
export function startAtOnce(): void {
  if (location.pathname === releasesPath) giveSignal('start', 'now');
  try {
    const hasThanks = location.pathname === loggedOutPath && sessionStorage.getItem(downloadStartKey);
    if (hasThanks || /[?&]screen_hint=/.test(location.search)) giveSignal('start', 'now');
  } catch {
    // Storage is blocked: there is nothing to show.
  }
}
