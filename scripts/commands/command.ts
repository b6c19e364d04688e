/** Seconds since the command was called, as displayed. */
export function secondsSinceCall(): string {
  return ((Date.now() - Number(process.env.COMMAND_STARTED_AT ?? Date.now())) / 1000).toFixed(1);
}
