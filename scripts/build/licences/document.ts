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

/** The licence of a work as a link: to its text on this page, or to the list of licences where it comes without. */
function licenceLink({ licence, textId }: ListedWork): string {
  const address = textId ? `#${textId}` : `https://spdx.org/licenses/${licence}.html`;
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

/** The list of all works of others with the texts of their licences, in one language; the texts are as they were written. */
export function licencesHtml(locale: Locale, { works, texts }: Inventory = readInventory()): string {
  const text = textsOf(locale);
  const lists = sections.map(({ kind, title, lead }) => {
    const listed = works.filter((work) => work.kind === kind);
    return [
      `<section class="works" aria-labelledby="${kind}"><h2 id="${kind}">${escapeMarkup(text(title))}</h2>`,
      `<p>${escapeMarkup(text(lead, { count: listed.length }))}</p>`,
      `<ul>${listed.map((work) => workHtml(work, text)).join('')}</ul></section>`,
    ].join('');
  });
  const wordings = texts.map(({ id, licence, text: terms }) => {
    const under = works.filter(({ textId }) => textId === id).map(({ name }) => name);
    const names = under.length > 3 ? '' : ` <span class="work-version">${escapeMarkup(under.join(', '))}</span>`;
    return `<details id="${id}"><summary>${escapeMarkup(licence)}${names}</summary><pre lang="en" tabindex="0">${escapeMarkup(terms)}</pre></details>`;
  });
  return [
    ...lists,
    `<section aria-labelledby="texts"><h2 id="texts">${escapeMarkup(text('licenses.texts'))}</h2>`,
    `<p>${escapeMarkup(text('licenses.texts.lead'))}</p>${wordings.join('')}</section>`,
  ].join('');
}
