import { accuracy, accuracyBasis } from '../../../shared/business/accuracy.ts';
import { formatLanguages, formatMonth, formatNumber } from '../../../shared/format.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** The claimed share as a percentage. */
export function AccuracyFigure() {
  const { locale } = useMessages();
  return (
    <span className="whitespace-nowrap" suppressHydrationWarning>
      {formatNumber(locale, accuracy, { style: 'percent', maximumFractionDigits: 1 })}
    </span>
  );
}

/** The basis of the figure: a measurement, or the company's word alone. Shown wherever the figure is. */
export function AccuracyBasis() {
  const { t, locale } = useMessages();
  if (!accuracyBasis) return <span>{t('accuracy.unmeasured')}</span>;
  return (
    <span suppressHydrationWarning>
      {accuracyBasis.measured[locale]}{' '}
      {t('accuracy.measured', {
        languages: formatLanguages(locale, accuracyBasis.languages),
        month: formatMonth(locale, accuracyBasis.month),
      })}
    </span>
  );
}
