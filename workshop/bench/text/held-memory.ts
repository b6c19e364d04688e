import { once } from 'node:events';

/** For the environment of a process that is to be asked by `measureHeld`. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * Bytes of the objects and buffers that a Node process holds once everything else is collected, asked through its inspector, whose
 * address it has printed. Resident memory would also tell what the collector has not looked at and what it keeps for later.
 */
export async function measureHeld(output: string): Promise<number> {
  const socket = new WebSocket(/ws:\/\/\S+/.exec(output)![0]);
  const refused = once(socket, 'error').then(() => Promise.reject(new Error('The inspector cannot be reached.')));
  await Promise.race([once(socket, 'open'), refused]);
  const ask = async (method: string, params = {}) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
    return JSON.parse(data).result;
  };
  try {
    // What the first collection finalizes goes with the second.
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = await ask('Runtime.evaluate', { expression });
    return result.value;
  } finally {
    socket.close();
  }
}
