/** Dispatched on `window` when the page's scripts have taken over; app/inline/start-page.js waits for it. */
export const interactiveEvent = 'writing-ant:interactive';

/** Dispatched instead when they did not arrive. */
export const scriptsFailedEvent = 'writing-ant:failed';

/** True once the page's scripts have taken over. */
export const isInteractive = () => document.documentElement.hasAttribute('data-interactive');

/** True when the page's scripts did not arrive: nothing on the page will do anything before it is loaded again. */
export const hasFailed = () => document.documentElement.hasAttribute('data-failed');
