/**
 * Runs in the head of every page, before anything is painted. The order matters: the first signs of a session come
 * before the browser's storage is read, which takes many milliseconds for the first page of a site.
 */
import { askForConsent } from './ask-consent.ts';
import { lookAtDevice } from './device.ts';
import { beginSession, hasEarlySign, hasStoredSign, preload } from './early-session.ts';
import { prepareFirstView } from './first-view.ts';
import { chooseLanguage } from './language.ts';
import { startAtOnce } from './start-at-once.ts';
import { letTransitionsBeLeftOut } from './transition.ts';

const { session, shown, fonts } = document.currentScript!.dataset as Record<'session' | 'shown' | 'fonts', string>;
const sessionScripts = session.split(' ');

const isSignedEarly = hasEarlySign();
if (isSignedEarly) preload(sessionScripts);
const isLeaving = chooseLanguage();
const isSigned = isSignedEarly || hasStoredSign();
if (isSigned && !isSignedEarly) preload(sessionScripts);
// A page that is being left looks for nothing: it would use up a code or a token whose answer nobody reads.
if (isSigned && !isLeaving) beginSession(sessionScripts, shown ? shown.split(' ') : []);
startAtOnce();
lookAtDevice();
askForConsent();
letTransitionsBeLeftOut();
prepareFirstView(fonts.split(' '));
