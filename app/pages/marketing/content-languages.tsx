import { contentLanguages } from '../../../shared/business/product.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** The specification says Norwegian; the tag names its written form, which people know under the language's name. */
const namedBy: Partial<Record<(typeof contentLanguages)[number], string>> = { nb: 'no' };

/** The languages that can be dictated, by their names in the page's language. */
export function ContentLanguages() {
  const { locale } = useMessages();
  // German tells the two kinds of English apart by the country; the short form writes it as people do.
  const names = new Intl.DisplayNames(locale, { type: 'language', style: locale === 'de' ? 'short' : 'long' });
  return (
    <ul className="content-languages">
      {contentLanguages.map((language) => (
        // Browsers may name a language a little differently than the prerendered page does; what is read stays.
        <li key={language} suppressHydrationWarning>
          {names.of(namedBy[language] ?? language)}
        </li>
      ))}
    </ul>
  );
}
