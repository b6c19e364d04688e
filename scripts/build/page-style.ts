import { type CustomAtRules, type Selector, type SelectorComponent, transform, type Visitor } from 'lightningcss';

/** What a page can be styled by: names of elements, classes and ids. */
const named = /<([a-z][a-z\d-]*)|\s(?:class|id)="([^"]*)"/g;

function namesIn(html: string): string[] {
  return [...html.matchAll(named)].flatMap(([, element, values]) =>
    element ? [element] : values!.replaceAll('&gt;', '>').replaceAll('&amp;', '&').split(/\s+/),
  );
}

/**
 * The rules of `css` that a page can need while it is as it was sent: those for its elements, classes and ids in any of
 * `bodies`, the page's HTML in its languages. Attributes and states change meanwhile (a menu opens, the page's head finds
 * the sign of a session), so they are taken to be there.
 */
export function styleOfPage(css: string, bodies: readonly string[]): string {
  const names = new Set(['html', 'head', 'body', ...bodies.flatMap(namesIn)]);
  const canMatch = (selector: Selector): boolean => selector.every(canBeThere);
  const canBeThere = (part: SelectorComponent): boolean => {
    if (part.type === 'class' || part.type === 'type' || part.type === 'id') return names.has(part.name);
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
      return part.selectors.some(canMatch);
    return true;
  };
  return withRules(css, {
    // Kept whole or not at all: what is handed back has to be read anew, and not every rule can.
    style: ({ value }) => (value.selectors.some(canMatch) ? undefined : []),
  });
}

/** `css` without the fonts, which every page has itself: named twice, they would be fetched and drawn twice. */
export function withoutFonts(css: string): string {
  return withRules(css, { 'font-face': () => [] });
}

function withRules(css: string, Rule: NonNullable<Visitor<CustomAtRules>['Rule']>): string {
  return transform({ filename: 'site.css', code: Buffer.from(css), minify: true, visitor: { Rule } }).code.toString();
}
