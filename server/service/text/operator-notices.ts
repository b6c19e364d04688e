import { utcDayOf } from '../../../shared/days.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import type { Notice } from './model-chain.ts';

/** Days before the end of a model on which operators are reminded. */
const reminderDays = [60, 30, 7, 1] as const;

const providerPage = 'https://platform.openai.com/docs/deprecations';

type NoticeDependencies = Pick<FeatureDependencies, 'config' | 'database' | 'clock' | 'jobs' | 'log'>;

export type AnyNotice = Notice | { about: 'ends'; model: string; endsOn: string; days: number };

/** Mails operators about a fault that they have to mend: once for each model, and once a day about what concerns all of them. */
export function notifyOperator(deps: NoticeDependencies): (notice: Notice) => void {
  return (notice) => {
    deps.log.error(
      { reason: notice.about, model: 'model' in notice ? notice.model : undefined },
      'the AI provider refuses',
    );
    tellOperator(deps, notice).catch((error: unknown) => deps.log.error({ err: error }, 'operators were not told'));
  };
}

/** Stores the mail, unless one like it was stored before. */
export async function tellOperator(deps: NoticeDependencies, notice: AnyNotice): Promise<void> {
  await mailOperators(deps, {
    ...describe(notice, deps.clock()),
    action: { label: 'Models of the AI provider', url: providerPage },
    note: 'TEXT_MODELS names the models that are asked; docs/operations.md says how to change them.',
  });
}

function describe(notice: AnyNotice, now: Date): { subject: string; paragraphs: string[]; key: string } {
  switch (notice.about) {
    case 'account':
      return {
        subject: 'The AI provider refuses our requests',
        paragraphs: [
          `It answers "${notice.code}": the key is wrong, or the project has no credit left. Until that is mended, nobody gets a text.`,
        ],
        key: `account ${utcDayOf(now)}`,
      };
    case 'silent':
      return {
        subject: 'Nobody gets a text at the moment',
        paragraphs: [
          notice.what === 'moderation'
            ? `The moderation of the AI provider has failed or refused five times in a row ("${notice.code}"), and nothing is told without its verdict.`
            : `Every model of TEXT_MODELS has failed or refused five times in a row ("${notice.code}").`,
          'The service keeps trying, every five minutes at least. "text status" shows what answers. If it refuses because we ask too often, the provider has to raise the limits of the project.',
        ],
        key: `silent ${notice.what} ${utcDayOf(now)}`,
      };
    case 'unlisted':
      return {
        subject: 'The AI provider lists none of our models',
        paragraphs: [
          'It may be that the key does not see them. The service goes on asking them; if they are gone, TEXT_MODELS has to name others.',
        ],
        key: `unlisted ${utcDayOf(now)}`,
      };
    case 'retired':
      return {
        subject: `The model ${notice.model} is gone`,
        paragraphs: ['The AI provider does not have it any more. The next model of TEXT_MODELS has taken its place.'],
        key: `retired ${notice.model}`,
      };
    case 'ends':
      return {
        subject: `The model ${notice.model} ends on ${notice.endsOn}`,
        paragraphs: [
          `Then the next model of TEXT_MODELS takes its place. The AI Service Use Policy names the models: publish a new version of it before.`,
        ],
        key: `ends ${notice.model} ${notice.endsOn} ${notice.days}`,
      };
  }
}

type Listed = readonly { name: string; endsOn: string | null }[];

/** What operators are to know of our models, by what the provider lists. */
export function findNotices(models: readonly string[], listed: Listed, now: Date): AnyNotice[] {
  if (!listed.some(({ name }) => models.includes(name))) return [{ about: 'unlisted' }];
  return models.map((model) => findNotice(model, listed, now)).filter((notice) => notice !== undefined);
}

function findNotice(model: string, listed: Listed, now: Date): AnyNotice | undefined {
  const found = listed.find(({ name }) => name === model);
  if (!found) return { about: 'retired', model };
  const endsOn = found.endsOn?.slice(0, 10);
  if (!endsOn) return undefined;
  const left = Math.ceil((Date.parse(endsOn) - now.getTime()) / dayMs);
  const days = reminderDays.findLast((each) => left <= each);
  return days === undefined ? undefined : { about: 'ends', model, endsOn, days };
}
