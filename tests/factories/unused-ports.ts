/**
 * For each stand-in a port of this machine that nobody listens on, so that no test meets a site that somebody has running: the
 * numbers below 10 belong to services that are long gone. Node's fetch refuses some of them at once; these it tries.
 */
export const unusedPorts = {
  LOGIN_PORT: '2',
  AI_PORT: '3',
  CARDS_PORT: '4',
  VIES_PORT: '5',
  MAIL_PORT: '6',
  MAIL_SMTP_PORT: '8',
} as const;
