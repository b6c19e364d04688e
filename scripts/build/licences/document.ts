import type { Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { type BuildTexts, textsOf } from '../texts.ts';
import { type Inventory, type ListedWork, readInventory } from './inventory.ts';

const sections = [
  { kind: 'software', title: 'licenses.software', lead: 'licenses.software.lead' },
  { kind: 'font', title: 'licenses.fonts', lead: 'licenses.fonts.lead' },
  { kind: 'tool', title: 'licenses.film', lead: 'licenses.film.lead' },
] as const;

const placeNames = {
  browser: 'licenses.place.browser',
  server: 'licenses.place.server',
  film: 'licenses.place.film',
} as const;

/** Where the text of a licence is served. */
const licenceTextPath = (id: string): string => `/legal-texts/${id}.txt`;

const titleOf = ({ name, version }: ListedWork): string => [name, version].filter(Boolean).join(' ');

/** The licence of a work as a link: to its text, or to the list of licences where it comes without. */
function licenceLink({ licence, textId }: ListedWork): string {
  const address = textId ? licenceTextPath(textId) : `https://spdx.org/licenses/${licence}.html`;
  return `<a href="${escapeMarkup(address)}"${textId ? '' : ' rel="noreferrer"'}>${escapeMarkup(licence)}</a>`;
}

function workHtml(work: ListedWork, text: BuildTexts): string {
  const { name, version, copyright, source, places } = work;
  const shown = source.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  const facts = [
    [text('licenses.licence'), licenceLink(work)],
    [text('licenses.place'), places.map((place) => escapeMarkup(text(placeNames[place]))).join(', ')],
    [text('licenses.source'), `<a href="${escapeMarkup(source)}" rel="noreferrer">${escapeMarkup(shown)}</a>`],
  ];
  return [
    `<li class="work"><h3>${escapeMarkup(name)}${version ? ` <span class="work-version">${escapeMarkup(version)}</span>` : ''}</h3>`,
    `<p class="work-copyright" lang="en">${copyright.map(escapeMarkup).join('<br>')}</p>`,
    `<dl>${facts.map(([term, fact]) => `<div><dt>${escapeMarkup(term!)}</dt><dd>${fact}</dd></div>`).join('')}</dl></li>`,
  ].join('');
}

/** The list of all works of others, in one language; each leads to the text of its licence. */
export function licencesHtml(locale: Locale, { works }: Inventory = readInventory()): string {
  const text = textsOf(locale);
  return sections
    .map(({ kind, title, lead }) => {
      const listed = works.filter((work) => work.kind === kind);
      return [
        `<section class="works" aria-labelledby="${kind}"><h2 id="${kind}">${escapeMarkup(text(title))}</h2>`,
        `<p>${escapeMarkup(text(lead, { count: listed.length }))}</p>`,
        `<ul>${listed.map((work) => workHtml(work, text)).join('')}</ul></section>`,
      ].join('');
    })
    .join('');
}

/**
 * The texts of the licences as files of their own, by address: each wording once, as it was written, with the works under it
 * and whose they are. Half of the page would be these texts, which few people read.
 */
export function licenceTexts({ works, texts }: Inventory = readInventory()): Map<string, string> {
  return new Map(
    texts.map(({ id, licence, text }) => {
      const under = works.filter(({ textId }) => textId === id);
      const owned = under.map((work) => [titleOf(work), ...work.copyright].join('\n'));
      return [licenceTextPath(id), `${[licence, text, ...owned].join('\n\n')}\n`];
    }),
  );
}
