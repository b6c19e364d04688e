import type { FastifyBaseLogger } from 'fastify';
import type { TextRequest } from '../../../shared/api/text.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { ToldQuota } from '../../http/rate-limit-fields.ts';
import type { AiProvider } from '../../integrations/ai-provider.ts';
import type { ModelChain } from './model-chain.ts';

/** What the text service of one server process works with. */
export interface TextService extends Pick<FeatureDependencies, 'config' | 'database' | 'clock'> {
  provider: AiProvider;
  chain: ModelChain;
}

/** One request, and who wants to hear of it. */
export interface TextCall {
  accountId: string;
  requestId: string;
  operation: TextOperation;
  request: TextRequest;
  log: FastifyBaseLogger;
  /** Whether the text is told while it is written. */
  isPreviewed: boolean;
  /** Its reason is a `CallEnd`. */
  signal: AbortSignal;
  /** Once it is known, also where the request is then refused. */
  onAllowance(allowance: ToldAllowance): void;
}

export type ToldAllowance = ToldQuota & { used: number };
