import { models as namedModels } from '../../shared/business/product.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SiteConfig } from './site.ts';

/** A model of the AI provider, in the order in which they are asked. */
interface ConfiguredModel {
  name: string;
  /** How much it may think; without one, what is best for the model. */
  effort?: string;
}

/** How long is waited, in milliseconds: for the AI provider, and for whoever reads a text. */
export interface TextPatience {
  firstTextMs: number;
  silenceMs: number;
  /** A reader who takes nothing for that long is cut. */
  stuckMs: number;
  /** A request is settled before its reservation ends, so that reading slowly is not free. */
  callMs: number;
  /** Proxies on the way cut a connection on which nothing moves. */
  commentMs: number;
}

export interface TextConfig {
  apiKey: string;
  /** Of the provider's API, with its version. */
  baseUrl: string;
  models: readonly ConfiguredModel[];
  /** True when the AI provider is the stand-in of this machine. */
  standIn: boolean;
  standInPort: number;
  patience: TextPatience;
}

const providerUrl = 'https://api.openai.com/v1';

/** What the stand-in takes for a key. */
const developmentKey = 'sk_development';

const patience: TextPatience = {
  ...{ firstTextMs: 8_000, silenceMs: 15_000 },
  ...{ stuckMs: 30_000, callMs: 170_000, commentMs: 10_000 },
};

const { preferred, fallback } = namedModels.successors;

/** Those that the AI policy names (specification 9), each followed by its successor. */
const namedByPolicy: readonly ConfiguredModel[] = [
  { name: 'gpt-5' },
  { name: preferred.model },
  { name: 'gpt-4.1' },
  { name: fallback.model },
];

/** The AI provider: the hosted one when OPENAI_API_KEY is set, otherwise the stand-in, which a public address refuses. */
export function readText(settings: SettingsReader, { isPublic, port }: SiteConfig): TextConfig {
  const apiKey = settings.find('OPENAI_API_KEY');
  const standInPort = settings.port('AI_PORT', 3002);
  if (!apiKey && isPublic)
    settings.fault('OPENAI_API_KEY', 'needed for a public address: the stand-in for the AI provider is not for it.');
  if (!apiKey && standInPort === port) settings.fault('AI_PORT', `${port} is already the port of the site (PORT).`);
  const given = settings.findHttpUrl('OPENAI_BASE_URL');
  if (given && !apiKey) settings.fault('OPENAI_BASE_URL', 'needs OPENAI_API_KEY.');
  if (given && isPublic && given.protocol !== 'https:')
    settings.fault('OPENAI_BASE_URL', 'must start with https:// when the site has a public address.');
  return {
    apiKey: apiKey ?? developmentKey,
    baseUrl: given?.href.replace(/\/$/, '') ?? (apiKey ? providerUrl : `http://127.0.0.1:${standInPort}/v1`),
    models: readModels(settings, isPublic),
    standIn: !apiKey,
    standInPort,
    patience: { ...patience },
  };
}

/** `name` or `name@effort`, separated by commas; for the public, only what a version of the AI policy names. */
function readModels(settings: SettingsReader, isPublic: boolean): readonly ConfiguredModel[] {
  const given = settings.list('TEXT_MODELS').map((entry) => {
    const [, name = '', effort] = /^([\w.:-]+)(?:@(\w+))?$/.exec(entry) ?? [];
    if (!name) settings.fault('TEXT_MODELS', `"${entry}" is not name or name@effort.`);
    if (isPublic && name && !namedByPolicy.some((model) => model.name === name))
      settings.fault('TEXT_MODELS', `the AI policy does not name "${name}"; publish a version that does before.`);
    return { name, ...(effort && { effort }) };
  });
  if (new Set(given.map(({ name }) => name)).size < given.length) settings.fault('TEXT_MODELS', 'names a model twice.');
  return given.length ? given : namedByPolicy;
}
