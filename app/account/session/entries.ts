/**
 * The files of the site's build that look for a session, as the page's head starts them: the entry and what keeps a session
 * first (docs/decisions/0016).
 */
export const sessionEntries = [
  'app/account/session/page-session.ts',
  'app/account/session/session-keeper.ts',
  'app/account/session/early-name.ts',
] as const;
