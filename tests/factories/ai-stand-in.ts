import type { AddressInfo } from 'node:net';
import { buildAiApp } from '../../stand-ins/ai/app.ts';
import { type Faults, faultsSchema, noFaults } from '../../stand-ins/ai/faults.ts';
import type { AiState } from '../../stand-ins/ai/state.ts';

/** The stand-in for the AI provider, listening in this process. */
export interface AiStandIn {
  /** What makes a server ask it. */
  settings: Record<'OPENAI_API_KEY' | 'OPENAI_BASE_URL', string>;
  state: AiState;
  /** Misbehaves in these ways only, and has been asked nothing. */
  misbehave(faults?: Partial<{ [Name in keyof Faults]: unknown }>): void;
  close(): Promise<void>;
}

export async function startAiStandIn(): Promise<AiStandIn> {
  const { app, state } = buildAiApp({ testControls: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    settings: { OPENAI_API_KEY: 'sk_test', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    state,
    misbehave(faults) {
      state.faults = faults ? faultsSchema.parse(faults) : noFaults();
      state.requests.length = 0;
      state.cut = 0;
      state.sentPieces = 0;
    },
    close: () => app.close(),
  };
}
