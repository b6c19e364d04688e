import { findFreePorts } from '../../scripts/commands/ports.ts';

export { findFreePorts };

/** A port that nothing listens on, for a server whose own address must be known before it listens. */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}
