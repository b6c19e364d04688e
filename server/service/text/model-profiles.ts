import type { Config } from '../../config/config.ts';
import type { WritingTask } from '../../integrations/ai-provider.ts';

type OptionalParameters = Pick<WritingTask, 'effort' | 'hasExplicitCache'>;

/**
 * What suits each model: as little thinking as it can do, for a text that is waited for, and no cache that is paid for.
 * `gpt-6.1-sol` refuses less with a little thinking. Of an unknown one no optional parameter is known that it takes.
 */
const profiles: readonly [RegExp, OptionalParameters][] = [
  [/^gpt-5$/, { effort: 'minimal' }],
  [/^gpt-6-luna$/, { effort: 'none', hasExplicitCache: true }],
  [/^gpt-6\.1-sol$/, { effort: 'low', hasExplicitCache: true }],
  [/^gpt-(?:5\.[6-9]|6)/, { hasExplicitCache: true }],
];

/** What is sent to a model besides the task itself. */
export function findProfile({ name, effort }: Config['text']['models'][number]): OptionalParameters {
  const [, profile = {}] = profiles.find(([pattern]) => pattern.test(name)) ?? [];
  return { ...profile, ...(effort && { effort }) };
}
