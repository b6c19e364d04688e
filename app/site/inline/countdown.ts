/** Runs at the end of the not-found page, which needs nothing else before an action. */
import { countDown } from '../../pages/not-found/count-down.ts';

countDown();
