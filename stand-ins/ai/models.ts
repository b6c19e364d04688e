/** Models it has, with the efforts that each takes; null where `reasoning` is refused. */
export const models: Readonly<Record<string, { efforts: readonly string[] | null; hasCacheOptions: boolean }>> = {
  'gpt-5': { efforts: ['minimal', 'low', 'medium', 'high'], hasCacheOptions: false },
  'gpt-4.1': { efforts: null, hasCacheOptions: false },
  'gpt-6.1-sol': { efforts: ['low', 'medium', 'high'], hasCacheOptions: true },
  'gpt-6-luna': { efforts: ['none', 'low', 'medium', 'high'], hasCacheOptions: true },
};

export const moderationModel = 'omni-moderation-latest';

export const moderationCategories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;
