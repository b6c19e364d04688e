import { oncePerServer } from '../../contract/once-per-server.ts';
import { connectAiProvider } from '../../integrations/ai-provider.ts';
import { getLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { createModelChain } from './model-chain.ts';
import { datedByPolicy } from './named-models.ts';
import { notifyOperator } from './operator-notices.ts';
import type { TextService } from './text-call.ts';

/** What writes texts on this server, with what it knows of its models. */
export const getTextService = oncePerServer(async (deps): Promise<TextService> => {
  const { config, database, clock, jobs, log } = deps;
  const models = datedByPolicy(config.text.models, await getLegalDocuments(deps), clock());
  const notify = notifyOperator({ config, database, clock, jobs, log });
  return {
    ...{ config, database, clock },
    provider: await connectAiProvider(config.text),
    chain: createModelChain(models, { clock, notify }),
  };
});
