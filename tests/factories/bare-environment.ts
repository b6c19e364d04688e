/** The day that `npm run check -- calendar` moves this process to. */
const movedCalendar = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT'].flatMap((name) =>
  process.env[name] ? [[name, process.env[name]]] : [],
);

/**
 * What a process needs of this one's environment: none of its settings, but where Node keeps code that it has compiled, and
 * the day that it is.
 */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  ...Object.fromEntries(movedCalendar),
};
