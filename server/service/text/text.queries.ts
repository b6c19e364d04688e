import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';

interface Outcome {
  model: string | null;
  outcome: string | null;
  state: string;
  requests: number;
  tokens: number;
}

/** How requests for texts ended since then, the most frequent first. */
export async function countOutcomes(queries: Queries, since: Date): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`
    select model, outcome, state, count(*)::integer as requests,
        sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0))::float8 as tokens
      from usage_requests where feature <> 'speech-to-text' and requested_at >= ${since}
      group by model, outcome, state order by requests desc, model, outcome`.execute(queries);
  return rows;
}
