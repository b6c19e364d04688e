/** Message files that only signed-in people need; the page's head requests them at the sign of a session. */
export const panelMessages = ['transfer', 'download-guide', 'measures', 'billing'] as const;
