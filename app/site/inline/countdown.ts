/** Runs at the end of the not-found page, which needs no other script before an action. */
import { countDown } from '../../pages/not-found/count-down.ts';

countDown();
