import type { Job } from '../../contract/feature.ts';
import { AiFault, connectAiProvider } from '../../integrations/ai-provider.ts';
import { findNotices, tellOperator } from './operator-notices.ts';

/** Asks the AI provider every day whether it still has our models, and until when. */
export const modelsJob: Job = {
  name: 'text-models',
  schedule: '20 5 * * *',
  async handle(deps) {
    const { config, clock, log } = deps;
    try {
      const listed = await (await connectAiProvider(config.text)).listModels();
      const names = config.text.models.map(({ name }) => name);
      for (const notice of findNotices(names, listed, clock())) await tellOperator(deps, notice);
    } catch (error) {
      if (!(error instanceof AiFault)) throw error;
      // Whoever asks for a text hears of it; tomorrow is early enough for this.
      log.warn({ reason: error.kind }, 'the AI provider does not list its models');
    }
  },
};
