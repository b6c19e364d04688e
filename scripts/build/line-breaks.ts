import { partLongWords } from '../../shared/long-words.ts';

/** Where a line would break at a hyphen: numeric dates, numbers of the commercial register. */
const unbroken = /\d{4}-\d{2}-\d{2}|CHE-\d[\d.]*\d/g;

/**
 * The HTML of a long text with the places where its lines may break: an address after its @ and the name of a stored
 * entry after a colon or an underscore, if at all; dates and register numbers nowhere; the longest words of its title
 * at their joint.
 */
export function withLineBreaks(html: string): string {
  return html
    .replace(/(?<=<h1[^>]*>)[^<]+/g, partLongWords)
    .replace(
      /<a href="mailto:([^"@]+)@([^"]+)">\1@\2<\/a>/g,
      '<a class="link email" href="mailto:$1@$2">$1@<span class="address-part">$2</span></a>',
    )
    .replace(
      /(?<=<a href="(https?:[^"]+)">)\1(?=<)/g,
      (url) => `<span class="web-address">${url.replace(/(?<=[^/])\/(?=[^/])/g, '/<wbr>')}</span>`,
    )
    .replace(/(?<=<code>)[^<]*/g, (name) => name.replace(/[:_](?!$)/g, '$&<wbr>'))
    .replace(/(?<=>)[^<]+/g, (text) => text.replace(unbroken, '<span class="unbroken">$&</span>'));
}
