import fs from 'node:fs';
import path from 'node:path';
import type { ProblemPage } from '../../app/api-client/problem-notice.tsx';
import { seenIn } from '../../app/scenes/film-messages.ts';
import { notFoundRoute, routes } from '../../app/site/routes.ts';
import { filmChapters } from '../../content/film/timeline.ts';
import { waitingLists } from '../../shared/business/access.ts';
import { measureActs, measureReasons } from '../../shared/business/measures.ts';
import { plans } from '../../shared/business/plans.ts';
import { customerKinds, paymentMethods, products, salesAudiences } from '../../shared/business/sales.ts';
import { quotaPools, usageFeatures } from '../../shared/business/text-service.ts';
import { personalDataParts } from '../../shared/personal-data-parts.ts';
import { problems } from '../../shared/problems.ts';
import { type SourceString, stringsOf } from './source-strings.ts';
import { descriptionOf } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A string with the file that contains it. */
export interface FoundString extends SourceString {
  file: string;
}

/** The strings of all code below `folders`, without tests. */
export function readStrings(folders: readonly string[]): FoundString[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|spec|d)\.tsx?$/.test(entry.name))
      .flatMap((entry) => {
        const file = path.relative(root, path.join(entry.parentPath, entry.name));
        return stringsOf(file, fs.readFileSync(path.join(root, file), 'utf8')).map((found) => ({ ...found, file }));
      }),
  );
}

const codes = Object.keys(problems);

const problemPages: readonly ProblemPage[] = [
  'account.address',
  'billing',
  'closing',
  'personal-data',
  'personal-data.archive',
];

/** Ids that code assembles: the template, and the values for its gap. A new one must be added here. */
const builtIds: Readonly<Record<string, readonly string[]>> = {
  'account.fault.{}': [
    'exchange-failed',
    'cancelled',
    'unreachable',
    'not-configured',
    'insecure-context',
    'storage-blocked',
    'storage-full',
    'provider-error',
  ],
  '{}.problem.{}': problemPages.flatMap((page) => [...codes, 'otherwise'].map((code) => `${page}.problem.${code}`)),
  'problems.{}': [...codes, 'connection'],
  'transfer.heading.{}': ['paused', 'joining', 'done', 'failed'],
  'contact.{}': ['general', 'support', 'sales'],
  'contact.privacy.{}': ['swiss', 'eu'],
  'examples.output.{}': ['text', 'bullets', 'draft'],
  'examples.tone.{}': ['neutral', 'formal', 'friendly'],
  'examples.message.{}': ['neutral', 'formal', 'friendly'],
  'examples.draft.{}': ['neutral', 'formal', 'friendly'],
  'examples.bullets.{}': ['point-1', 'point-2', 'point-3', 'point-4'],
  'features.commands.{}': ['recording', 'result', 'shortcuts'],
  'features.commands.{}.on': ['recording', 'result', 'shortcuts'],
  'features.commands.{}.off': ['recording', 'result', 'shortcuts'],
  'features.differences.{}': ['speech', 'result', 'devices', 'installation', 'price', 'built-in', 'cloud'],
  'features.differences.{}.{}': ['speech', 'result', 'devices', 'installation', 'price'].flatMap((row) => [
    `${row}.built-in`,
    `${row}.cloud`,
  ]),
  'features.modes.{}': ['transcript', 'result', 'internet'],
  'features.modes.{}.online': ['transcript', 'result', 'internet'],
  'features.modes.{}.offline': ['transcript', 'result', 'internet'],
  'features.stays.{}': ['audio', 'keywords', 'settings', 'results', 'login'],
  'film.{}.title': filmChapters.map(({ id }) => id),
  'film.{}.seen': filmChapters.map(({ id }) => id).filter((id) => seenIn[id].values),
  'film.{}.{}': filmChapters.flatMap(({ id, subtitles }) => subtitles.map((_, index) => `${id}.${index + 1}`)),
  'landing.features.{}.title': ['bullets', 'tone', 'vocabulary', 'keywords', 'commands', 'languages'],
  'landing.features.{}.spoken': ['bullets', 'tone', 'vocabulary', 'keywords', 'commands', 'languages'],
  'landing.features.{}.written': ['bullets', 'tone', 'vocabulary', 'keywords', 'commands', 'languages'],
  'landing.prices.{}': Object.keys(plans),
  'layout.account.{}': ['sign-out-failed', 'sign-out-unanswered', 'sign-out-undone'],
  'billing.product.{}': [...products, 'free', 'enterprise'],
  'measures.{}': measureActs.filter((act) => act !== 'throttle' && act !== 'terminate'),
  'measures.reason.{}': [...measureReasons],
  'order.method.{}': [...paymentMethods],
  'lists.kind.{}': [...customerKinds],
  'lists.{}.title': [...waitingLists],
  'lists.{}.text': [...waitingLists],
  'pricing.sold-to.{}': [...salesAudiences],
  'order.method.{}.text': [...paymentMethods],
  'usage.{}': [...quotaPools],
  'usage.feature.{}': [...usageFeatures],
  'personal-data.name.{}': [...personalDataParts],
  'personal-data.part.{}': [...personalDataParts],
  'personal-data.{}': ['restrict', 'object'],
  'personal-data.{}.since': ['restrict', 'object'],
  'personal-data.{}.begin': ['restrict', 'object'],
  'personal-data.{}.end': ['restrict', 'object'],
  'pricing.enterprise.{}': ['sign-on', 'backend', 'styles'],
  'pricing.enterprise.{}.text': ['sign-on', 'backend', 'styles'],
  'pricing.plan.{}': Object.keys(plans),
  'transfer.step.{}': ['running', 'waiting', 'paused', 'joining', 'done'],
  'transfer.fault.{}': [
    'link-used-up',
    'link-refused',
    'sign-in-needed',
    'withdrawn',
    'unusable',
    'damaged',
    'no-space',
    'place-full',
    'place-forbidden',
    'place-gone',
    'storage',
  ],
  'scenes.mode.{}': ['online', 'offline'],
  'scenes.mode.{}.caption': ['online', 'offline'],
  'scenes.mode.{}.text': ['online', 'offline'],
  'scenes.mode.{}.received': ['online', 'offline'],
  'scenes.tone.{}': ['neutral', 'formal', 'friendly'],
};

/** Ids that the build derives from a page's title (texts.ts). */
const descriptionIds = [...routes, notFoundRoute].map(descriptionOf);

/** Ids among `ids` that nothing in `strings` asks for, and templates of the list above that no code uses any more. */
export function unusedIds(ids: readonly string[], strings: readonly SourceString[]): string[] {
  const asked = new Set(strings.map(({ text }) => text));
  const built = Object.entries(builtIds).flatMap(([template, fillings]) =>
    asked.has(template) ? fillings.map((filling) => template.replace(/\{\}(.*\{\})?/, filling)) : [],
  );
  const used = new Set([...asked, ...built, ...descriptionIds]);
  return [...ids.filter((id) => !used.has(id)), ...Object.keys(builtIds).filter((template) => !asked.has(template))];
}

/** Attributes that people read or hear, on elements and on our components. */
const readAttributes =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|badge|caption|hint|label|legend|optional|placeholder|summary|text|title)$/;

const holdsLetters = /\p{L}/u;

/** Names of the product and of cards are the same in every language. */
const names = new Set(['Writing Ant', 'American Express', 'Diners Club']);

/** The drawn app speaks English in every language of the site (specification 1). */
const englishFiles = new Set(['app/scenes/interface-texts.ts']);

/**
 * Two words in a row that start with a capital or end like a sentence: neither a class name nor the path of a drawing.
 */
const isSentence = (text: string) =>
  /\p{L}{2,}[,;:]? \p{L}{2,}/u.test(text) && (/^\p{Lu}/u.test(text) || /[.!?…]$/.test(text));

/** Strings that a visitor would read in a language nobody chose: they belong in content/messages. */
export function sentencesAmong(strings: readonly FoundString[], ids: ReadonlySet<string>): string[] {
  return strings
    .filter(({ text, use, name, file }) => {
      if (ids.has(text) || names.has(text) || englishFiles.has(file) || use === 'error') return false;
      if (use === 'shown' || (use === 'attribute' && readAttributes.test(name!)))
        return holdsLetters.test(text.replaceAll('{}', ''));
      return isSentence(text);
    })
    .map(({ file, line, text }) => `${file}:${line}: ${text}`);
}
