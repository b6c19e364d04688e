import { diffArrays, diffWordsWithSpace } from 'diff';
import { escapeMarkup } from '../../shared/markup.ts';
import type { BuildTexts } from './texts.ts';

/** Paragraphs; each table row and each list entry is one of its own. */
function paragraphsOf(markdown: string): string[] {
  return markdown
    .split(/\n{2,}/)
    .flatMap((block) => (/^(\||- |> )/.test(block) ? block.split('\n') : [block]))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !/^\|[-|]+$/.test(paragraph));
}

/** The words of a paragraph without the surrounding marks. */
function wordsOf(paragraph: string): string {
  return paragraph
    .replace(/^(#+|-|>)\s+/, '')
    .replace(/^\|\s*|\s*\|$/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<([^<>\s]+[@:][^<>\s]+)>/g, '$1')
    .replace(/\*\*|`|\\$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const isHeading = (paragraph: string) => /^##/.test(paragraph);

/**
 * The HTML of what changed from one Markdown text to another, word by word. Unchanged parts are folded away, except for
 * the heading above a change. `text` describes the marks for those who cannot see them.
 */
export function differenceHtml(before: string, after: string, text: BuildTexts): string {
  const spoken = (id: string) => `<span class="sr-only">[${escapeMarkup(text(id))}: </span>`;
  const end = '<span class="sr-only">]</span>';
  const removed = (words: string) => `<del>${spoken('legal.difference.removed')}${escapeMarkup(words)}${end}</del>`;
  const added = (words: string) => `<ins>${spoken('legal.difference.added')}${escapeMarkup(words)}${end}</ins>`;
  const element = (paragraph: string, html: string) => (isHeading(paragraph) ? `<h2>${html}</h2>` : `<p>${html}</p>`);
  const plain = (paragraph: string) => element(paragraph, escapeMarkup(wordsOf(paragraph)));
  const changed = (from: string, to: string) =>
    element(
      to,
      diffWordsWithSpace(wordsOf(from), wordsOf(to))
        .map((part) => (part.removed ? removed(part.value) : part.added ? added(part.value) : escapeMarkup(part.value)))
        .join(''),
    );
  const folded = (same: string[], needsHeading: boolean) => {
    const heading = needsHeading ? same.findLast(isHeading) : undefined;
    const hidden = heading !== undefined && same.at(-1) === heading ? same.slice(0, -1) : same;
    if (hidden.length === 0) return heading === undefined ? '' : plain(heading);
    // Inside, headings would be part of the page's outline without being visible.
    const inside = hidden.map((paragraph) => `<p>${escapeMarkup(wordsOf(paragraph))}</p>`).join('');
    const summary = escapeMarkup(text('legal.difference.unchanged', { count: hidden.length }));
    return `<details><summary>${summary}</summary>${inside}</details>${heading === undefined ? '' : plain(heading)}`;
  };

  const parts = diffArrays(paragraphsOf(before), paragraphsOf(after));
  const html: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    const next = parts[index + 1];
    if (!part.added && !part.removed) html.push(folded(part.value, next !== undefined && !isHeading(next.value[0]!)));
    else if (part.removed && next?.added) {
      const rows = Math.max(part.value.length, next.value.length);
      for (let row = 0; row < rows; row++) {
        const [from, to] = [part.value[row], next.value[row]];
        if (from !== undefined && to !== undefined) html.push(changed(from, to));
        else if (from !== undefined) html.push(element(from, removed(wordsOf(from))));
        else if (to !== undefined) html.push(element(to, added(wordsOf(to))));
      }
      index++;
    } else
      html.push(
        ...part.value.map((paragraph) =>
          element(paragraph, part.added ? added(wordsOf(paragraph)) : removed(wordsOf(paragraph))),
        ),
      );
  }
  return html.join('\n');
}
