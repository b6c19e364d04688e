import type { Faults } from './faults.ts';

/** What it was asked, and how it is to misbehave. */
export interface AiState {
  faults: Faults;
  /** The newest ones, with everything that was sent. */
  requests: { path: string; body: unknown }[];
  /** Streams that are open now, and that were cut off so far; pieces of text sent so far. */
  open: number;
  cut: number;
  sentPieces: number;
}
