import type { Config } from '../../config/config.ts';
import type { LegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import type { Model } from './model-chain.ts';

const policy = 'ai-service-use-policy';

/** Each model with the day from which the AI policy names it: before, nobody was told of it. One that it never names is asked at once; a public address has none. */
export function datedByPolicy(models: Config['text']['models'], legalDocuments: LegalDocuments, now: Date): Model[] {
  const versions = legalDocuments.versionsOf(policy, now);
  return models.map((model) => {
    const named = nameOf(model.name);
    const first = versions.find(({ version }) => named.test(legalDocuments.findText(policy, version, 'en')!.text));
    return first && first !== versions[0] ? { ...model, from: first.version } : model;
  });
}

/** The name as a text writes it, `GPT-5` for `gpt-5`, and no longer name that begins with it. */
const nameOf = (model: string) => new RegExp(`(?<![\\w.-])${model.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`, 'i');
