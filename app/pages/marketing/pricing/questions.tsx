import type { ReactNode } from 'react';
import { launch } from '../../../../shared/business/launch.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatMonth } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { textRecipientIn } from '../text-recipient.ts';

/** Questions and answers about plans. */
export function Questions() {
  const { t, locale } = useMessages();
  const questions: { question: string; answer: ReactNode; className?: string }[] = [
    { question: t('pricing.questions.request'), answer: t('pricing.questions.request.answer') },
    {
      question: t('pricing.questions.buy'),
      className: 'shown-with-sales-closed',
      answer: <RichMessage id="pricing.questions.buy.answer" elements={{ beta: <Link href={paths.beta} /> }} />,
    },
    {
      question: t('pricing.on-sale.question'),
      className: 'shown-with-sales-open',
      answer: t('pricing.on-sale.answer'),
    },
    { question: t('pricing.questions.free'), answer: t('pricing.questions.free.answer') },
    {
      question: t('pricing.questions.offline'),
      answer: t('pricing.questions.offline.answer', { month: formatMonth(locale, launch.offlineEstimate) }),
    },
    {
      question: t('pricing.questions.cancel'),
      answer: t('pricing.questions.cancel.answer', { deletedAccountDays: retention.deletedAccountDays }),
    },
    { question: t('pricing.questions.reset'), answer: t('pricing.questions.reset.answer') },
    {
      question: t('pricing.questions.data'),
      answer: (
        <RichMessage
          id="pricing.questions.data.answer"
          values={textRecipientIn(locale)}
          elements={{ privacy: <Link href={paths.privacy} /> }}
        />
      ),
    },
  ];
  return (
    <section className="section" aria-labelledby="questions">
      <div className="page-width questions">
        <h2 id="questions">{t('pricing.questions.title')}</h2>
        <div>
          {questions.map(({ question, answer, className }) => (
            <details key={question} className={['disclosure', className].filter(Boolean).join(' ')}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
