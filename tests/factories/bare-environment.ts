/** What a process needs of this one's environment: none of its settings, but where Node keeps code that it has compiled. */
export const bareEnvironment = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};
