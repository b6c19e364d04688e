import { dayMs } from '../../../shared/durations.ts';
import { OperatorMistake, type ServiceCommand } from '../../contract/command.ts';
import { AiFault, connectAiProvider } from '../../integrations/ai-provider.ts';
import { readLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { datedByPolicy } from './named-models.ts';
import { countOutcomes } from './text.queries.ts';

function undefinedForFaults(error: unknown): undefined {
  if (!(error instanceof AiFault)) throw error;
}

/** Shows whether the AI provider has our models and judges, and how requests ended. */
export const textStatus: ServiceCommand = {
  kind: 'service',
  name: 'text status',
  usage: '',
  summary:
    'Shows which models the AI provider has for us, whether its moderation answers, and how the requests of the last 24 hours ended',
  async work({ config, database, clock }, args) {
    if (args.length) throw new OperatorMistake('text status takes no arguments.');
    const provider = await connectAiProvider(config.text);
    const listed = await provider.listModels().catch(undefinedForFaults);
    const judged = await provider
      .moderate(['A word to be judged.'], new AbortController().signal)
      .catch(undefinedForFaults);
    const dated = datedByPolicy(config.text.models, await readLegalDocuments(config.legalFolder), clock.now());
    const models = dated.map(({ name, from }) => {
      const found = listed?.find((each) => each.name === name);
      const state = !listed ? 'unknown' : !found ? 'NOT THERE' : found.endsOn ? `ends on ${found.endsOn}` : 'there';
      return {
        name,
        isMissing: listed !== undefined && !found,
        line: `${name}: ${state}${from ? `, used from ${from} on` : ''}`,
      };
    });
    const outcomes = await countOutcomes(database.kysely, new Date(clock.now().getTime() - dayMs));
    const total = outcomes.reduce((sum, { requests }) => sum + requests, 0);
    const missing = models.filter(({ isMissing }) => isMissing).length;
    return {
      lines: [
        listed ? `${config.text.baseUrl} answers.` : `${config.text.baseUrl} does NOT answer, or refuses the key.`,
        ...models.map(({ line }) => line),
        judged ? 'The moderation answers.' : 'The moderation does NOT answer: nobody gets a text.',
        `${total} requests in the last 24 hours${total ? ':' : '.'}`,
        ...outcomes.map(
          ({ requests, state, outcome, model, tokens }) =>
            `${requests} ${state} ${outcome ?? 'open'} ${model ?? 'without a model'}, ${tokens} tokens`,
        ),
      ],
      outcome: listed && judged ? `models missing: ${missing}` : 'the AI provider does not answer',
      failed: !listed || !judged || missing > 0,
    };
  },
};
