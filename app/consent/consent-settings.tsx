import { useEffect } from 'react';
import { useMessageLoader } from '../messages/use-message-files.ts';
import { forgetFailedLoads, lazyPage } from '../site/lazy-page.tsx';
import { useConsent } from './consent-context.ts';

const dialog = lazyPage(() => import('./consent-dialog.tsx'));

/** The settings while they are open, wherever they were opened; loaded when somebody wants to see them. */
export function ConsentSettings() {
  const { consent, act } = useConsent();
  const loadMessages = useMessageLoader();
  const { settings } = consent;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish to see them
  useEffect(() => {
    if (settings !== 'loading') return;
    Promise.all([dialog.preload(), ...loadMessages(['consent-settings'])]).then(
      () => act((store) => store.showSettings()),
      () => {
        // The next press tries again.
        forgetFailedLoads();
        act((store) => store.giveUpSettings());
      },
    );
  }, [settings]);
  return settings === 'open' ? <dialog.Page /> : null;
}
