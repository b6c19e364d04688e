import { openTab } from '../../components/open-tab.ts';
import { rewriteEntry } from '../history-entry.ts';

/** Keeps tabs and the address in sync, with or without the page's scripts: each panel can be linked to (tabs.tsx). */
export function followTabs(): void {
  openTab();
  addEventListener('hashchange', openTab);
  addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('.tab > input'))
      rewriteEntry(history.state, `#${target.value}`);
  });
}
