import { textRecipientIn } from '../../../app/pages/marketing/text-recipient.ts';
import { launch } from '../../../shared/business/launch.ts';
import { retention } from '../../../shared/business/retention.ts';
import { bySales } from '../../../shared/configuration.ts';
import { formatMonth } from '../../../shared/format.ts';
import { defaultLocale, type Locale } from '../../../shared/locales.ts';
import { readMessages } from '../catalogues.ts';
import type { BuildTexts } from '../texts.ts';
import type { Thing } from './thing.ts';

/** The questions of the pricing page with their answers, in the order of the page. */
export function questions(locale: Locale, text: BuildTexts): Thing {
  const values = {
    ...textRecipientIn(locale),
    month: formatMonth(locale, launch.offlineEstimate),
    deletedAccountDays: retention.deletedAccountDays,
  };
  const ids = Object.keys(readMessages(defaultLocale, 'pricing')).filter((id) =>
    /^pricing\.questions\.[^.]+\.answer$/.test(id),
  );
  return {
    '@type': 'FAQPage',
    inLanguage: locale,
    mainEntity: ids.map((answer) => {
      const question = answer.replace(/\.answer$/, '');
      const isOver = question === 'pricing.questions.buy';
      const read = (id: string, onSale: string) =>
        isOver ? bySales(text(id, values), text(onSale)) : text(id, values);
      return {
        '@type': 'Question',
        name: read(question, 'pricing.on-sale.question'),
        acceptedAnswer: { '@type': 'Answer', text: read(answer, 'pricing.on-sale.answer') },
      };
    }),
  };
}
