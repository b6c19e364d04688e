import { contentLanguages } from '../../../shared/business/product.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** The specification says Norwegian; the tag is that of its written form, which people know by the language's name. */
const namedBy: Partial<Record<(typeof contentLanguages)[number], string>> = { nb: 'no' };

/** The languages that can be dictated, by their names in the page's language. */
export function ContentLanguages() {
  const { locale } = useMessages();
  // German distinguishes the two kinds of English by country; the short form is what people write.
  const names = new Intl.DisplayNames(locale, { type: 'language', style: locale === 'de' ? 'short' : 'long' });
  return (
    <ul className="content-languages">
      {contentLanguages.map((language) => (
        // Browsers may name a language slightly differently than the prerendered page; the prerendered name stays.
        <li key={language} suppressHydrationWarning>
          {names.of(namedBy[language] ?? language)}
        </li>
      ))}
    </ul>
  );
}
