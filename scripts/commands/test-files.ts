/**
 * What starts processes or waits for real times takes longest, and would keep one worker busy when all others are
 * done. Here and below are paths of files; tests/repository/files.test.ts tells when one is not there any more.
 */
export const longestTests = [
  'tests/durability/kill.test.ts',
  'server/http/login-keys.test.ts',
  'server/run-server.test.ts',
  'scripts/commands/start.test.ts',
  'server/operator/operator.test.ts',
  'stand-ins/login/main.test.ts',
  'server/operator/release-commands.test.ts',
  'server/http/rate-limits.test.ts',
] as const;

/**
 * Of the server, but they ask one route that is no part of it (tests/factories/guarded-app.ts): no database has a part
 * in them.
 */
export const testsWithoutDatabase = ['server/http/login-keys.test.ts', 'server/http/authentication.test.ts'] as const;
