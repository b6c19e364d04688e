/**
 * What the scripts and styles of a page tell each other before and beside React: attributes of the root element and two
 * events. Declared here and nowhere else; app/site/inline sets most of them, style sheets name them as `data-…`.
 */
interface RootSignals {
  /** A session is being looked for (`sign`), and the outcome. Absent without a sign of one. */
  session: 'sign' | 'found' | 'none';
  /** The first frame waits a moment for the login provider's answer. */
  waiting: '';
  /** The page is about to be replaced by itself in another language: nothing of it is shown or started. */
  leaving: '';
  /** The page is read where the app does not run. */
  device: 'phone' | 'mac';
  /** The page's scripts start without an action. */
  start: 'now';
  /** Content below the fold is not laid out yet (docs/decisions/0015-first-paint.md). */
  asleep: '';
  /** The page uses fonts of the visitor's machine; its own come after the first frame. */
  fonts: 'later';
  /** Pixels from the top to scroll to: brought along from the same page before a reload. */
  place: string;
  /** The address whose countdown was cancelled. */
  stays: string;
  /** The prerendered bar that asks for consent is shown. */
  consent: 'ask';
  /** The page's scripts have taken over. */
  interactive: '';
  /** Scripts of the page failed to load, or one of them failed at its work. */
  failed: 'load' | 'fault';
}

type SignalName = keyof RootSignals;

/** The value of a signal; undefined where it is not set. */
export function readSignal<Name extends SignalName>(name: Name): RootSignals[Name] | undefined {
  return document.documentElement.dataset[name] as RootSignals[Name] | undefined;
}

/** True where a signal is set, whatever its value. */
export const hasSignal = (name: SignalName): boolean => name in document.documentElement.dataset;

/** Sets a signal; those without a value of their own take ''. */
export function giveSignal<Name extends SignalName>(name: Name, value: RootSignals[Name]): void {
  document.documentElement.dataset[name] = value;
}

export function endSignal(name: SignalName): void {
  delete document.documentElement.dataset[name];
}

/** Dispatched on `window` when the page's scripts have taken over. */
const interactiveEvent = 'writing-ant:interactive';

/** Dispatched on `window` when the page's scripts failed to load. */
const scriptsFailedEvent = 'writing-ant:failed';

/**
 * Tells styles and inline scripts that the page's scripts have taken over: an effect of what the page's place shows first.
 * In a task of its own: during a commit, React would drop a repeated click on a part it has not hydrated yet.
 */
export function takeOver(): () => void {
  const timer = setTimeout(() => {
    if (hasSignal('interactive')) return;
    giveSignal('interactive', '');
    dispatchEvent(new Event(interactiveEvent));
  });
  return () => clearTimeout(timer);
}

/** Announces that scripts of the page failed to load, or at their work. */
export function failScripts(why: RootSignals['failed']): void {
  giveSignal('failed', why);
  dispatchEvent(new Event(scriptsFailedEvent));
}

/** Calls `act` once the page's scripts have taken over. */
export function onceInteractive(act: () => void): void {
  addEventListener(interactiveEvent, act, { once: true });
}

/** Calls `act` whenever scripts of the page have failed. */
export function onScriptsFailed(act: () => void): void {
  addEventListener(scriptsFailedEvent, act);
}
