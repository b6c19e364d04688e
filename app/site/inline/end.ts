/** Runs at the end of every page. */
import { finishFirstView } from './after-first-frame.ts';
import { startPage } from './start-page.ts';
import { followTabs } from './tab-choice.ts';

followTabs();
finishFirstView();
startPage();
