/** Dispatched on `window` when the page's scripts have taken over; app/site/inline/start-page.js waits for it. */
export const interactiveEvent = 'writing-ant:interactive';

/** True once the page's scripts have taken over. */
export const isInteractive = () => document.documentElement.hasAttribute('data-interactive');
