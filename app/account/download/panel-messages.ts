/** Message files with the words that only a signed-in person reads; the page's head asks for them at the sign of a session. */
export const panelMessages = ['transfer', 'download-guide'] as const;
