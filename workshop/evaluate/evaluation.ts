import { randomUUID } from 'node:crypto';
import { findLanguage } from '../../server/service/text/faithfulness/detected-language.ts';
import { measureNewWords, measureSurvival } from '../../server/service/text/word-shares.ts';
import type { TextAnswer } from '../../shared/api/text.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { type Dictation, type Language, readDictations, requestOf } from './dictations.ts';
import { type Measures, measureNumbers, measureWordErrors } from './measures.ts';

/** What one model made of one dictation, through the whole service: prompt, policy and checks of the text included. */
export interface Outcome extends Measures {
  model: string;
  language: Language;
  kind: string;
  /** `unchanged`: the service gave the transcript back, because no text of the model was good enough. */
  state: 'written' | 'unchanged' | 'failed';
  /** What the checks found where it is unchanged. */
  fault?: string;
}

/** Nothing came back. It counts like the worst text, or a model that fails where it is hard would be the best. */
const nothing: Measures = { wordErrors: 1, survival: 0, newWords: 1, numbers: 0, isInLanguage: false };

interface Wanted {
  models: readonly string[];
  languages: readonly Language[];
  /** Settings of the service that say where the models are. */
  settings: Record<string, string>;
}

/** Asks each model for each dictation, one after the other: how fast it is does not matter here. */
export async function evaluate(
  { models, languages, settings }: Wanted,
  onOutcome = (_: Outcome) => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const model of models) {
    const api = await createTestApi({ ...settings, TEXT_MODELS: model });
    try {
      for (const language of languages) {
        // Of its own, or the quota of one would soon be used up.
        const user = `user_${language}`;
        await api.download(user);
        // Twenty minutes are more than Free takes.
        const grant = { plan: 'high', online_requests: null, granted_at: api.time.now, until: null } as const;
        await api.database.kysely
          .insertInto('plan_grants')
          .values({ account_id: user, ...grant })
          .execute();
        for (const dictation of readDictations(language)) {
          const outcome = { model, language, kind: dictation.kind, ...(await ask(api, user, dictation)) };
          outcomes.push(outcome);
          onOutcome(outcome);
        }
      }
    } finally {
      await api.close();
    }
  }
  return outcomes;
}

async function ask(
  api: TestApi,
  user: string,
  dictation: Dictation,
): Promise<Measures & Pick<Outcome, 'state' | 'fault'>> {
  const { language, transcript, reference } = dictation;
  const { operation, request } = requestOf(dictation);
  const requestId = randomUUID();
  const answer = await api.app.inject({
    method: 'POST',
    url: { enhance: apiPaths.textEnhance, structure: apiPaths.textStructure, generate: apiPaths.textGenerate }[
      operation
    ],
    headers: { ...(await api.desktopHeaders(user)), 'idempotency-key': requestId },
    payload: request,
  });
  if (answer.statusCode !== 200) return { ...nothing, state: 'failed' };
  const { text, outcome } = answer.json<TextAnswer>();
  const spoken = await findLanguage(reference);
  return {
    ...(outcome === 'changed' ? { state: 'written' } : { state: 'unchanged', fault: await faultOf(api, requestId) }),
    wordErrors: measureWordErrors(reference, text),
    survival: measureSurvival(reference, text, { language }).whole,
    newWords: measureNewWords(`${transcript} ${reference}`, text, { language }),
    numbers: measureNumbers(reference, text),
    isInLanguage: spoken ? (await findLanguage(text)) === spoken : undefined,
  };
}

/** Nobody is told but the ledger. */
async function faultOf({ database }: TestApi, requestId: string): Promise<string> {
  const { outcome } = await database.kysely
    .selectFrom('usage_requests')
    .select('outcome')
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  return outcome ?? '';
}

/** One line of the report. */
export interface Summary {
  texts: number;
  failed: number;
  unchanged: number;
  wordErrors: number;
  survival: number;
  newWords: number;
  numbers: number;
  isInLanguage: number;
}

/** Every dictation counts, also one that failed; where nothing can be measured of any, only those do of which something can. */
export function summarize(outcomes: readonly Outcome[]): Summary {
  const count = (state: Outcome['state']) => outcomes.filter((each) => each.state === state).length;
  const mean = (measure: (outcome: Outcome) => number | undefined) => {
    const values = outcomes.map(measure).filter((value) => value !== undefined);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  return {
    texts: outcomes.length,
    failed: count('failed'),
    unchanged: count('unchanged'),
    wordErrors: mean(({ wordErrors }) => wordErrors),
    survival: mean(({ survival }) => survival),
    newWords: mean(({ newWords }) => newWords),
    numbers: mean(({ numbers }) => numbers),
    isInLanguage: mean(({ isInLanguage }) => (isInLanguage === undefined ? undefined : Number(isInLanguage))),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** A table for people and for whoever compares two of them: one line for each model and language, and one for each model. */
export function formatReport(outcomes: readonly Outcome[]): string {
  const titles = [
    'model',
    'language',
    'texts',
    'failed',
    'unchanged',
    'word errors',
    'survival',
    'new words',
    'numbers',
    'in language',
  ];
  const lineOf = (model: string, language: string, of: readonly Outcome[]) => {
    const { texts, failed, unchanged, ...shares } = summarize(of);
    return [model, language, String(texts), String(failed), String(unchanged), ...Object.values(shares).map(percent)];
  };
  const rows = [...new Set(outcomes.map(({ model }) => model))].flatMap((model) => {
    const ofModel = outcomes.filter((each) => each.model === model);
    const languages = [...new Set(ofModel.map(({ language }) => language))];
    return [
      ...languages.map((language) =>
        lineOf(
          model,
          language,
          ofModel.filter((each) => each.language === language),
        ),
      ),
      lineOf(model, 'all', ofModel),
    ];
  });
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** How many texts were refused, by model, kind of dictation and fault; undefined where there are none. */
export function formatUnchanged(outcomes: readonly Outcome[]): string | undefined {
  const refused = outcomes.filter(({ state }) => state === 'unchanged');
  const groups = Map.groupBy(refused, ({ model, kind, fault = '' }) => `| ${model} | ${kind} | ${fault} |`);
  if (!groups.size) return undefined;
  const lines = [...groups].map(([group, { length }]) => `${group} ${length} |`).toSorted();
  return ['| model | dictation | unchanged for | texts |', '|---|---|---|---|', ...lines].join('\n');
}
