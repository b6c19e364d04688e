import { type FormEvent, useState } from 'react';
import { access } from '../../../../shared/business/access.ts';
import { countries } from '../../../../shared/business/countries.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatCountry } from '../../../../shared/format.ts';
import { formattingLocales } from '../../../../shared/locales.ts';
import { accessPaths } from '../../../../shared/open-paths.ts';
import { anchors } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorSummary } from '../../../components/error-summary.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** The fields that somebody fills in, in the order of the form. */
const fields = ['email', 'country'] as const;
type Field = (typeof fields)[number];

/**
 * The waiting list: a form that the browser itself sends, so that it works without a script; a page answers. The
 * browser checks it, too: what it finds is said as in every other form once the page's script is here.
 */
export function AccessForm() {
  const { t, locale } = useMessages();
  const order = new Intl.Collator(formattingLocales[locale]);
  const options = countries
    .map((country) => ({ value: country, label: formatCountry(locale, country) }))
    .toSorted((one, other) => order.compare(one.label, other.label));
  const labels: Record<Field, string> = { email: t('beta.access.email'), country: t('beta.access.country') };
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const [attempts, setAttempts] = useState(0);
  /** Comes before the browser looks at the fields, also where somebody presses Enter in one. */
  const begin = () => {
    setFaults({});
    setAttempts(attempts + 1);
  };
  const mark = (event: FormEvent<HTMLFormElement>) => {
    // Instead of the browser's own bubble, in its own language.
    event.preventDefault();
    const { name, validity } = event.target as HTMLInputElement | HTMLSelectElement;
    const field = name as Field;
    const fault = validity.valueMissing ? t('form.required', { label: labels[field] }) : t('form.type.email');
    setFaults((found) => ({ ...found, [field]: fault }));
  };
  const faulty = fields.filter((field) => faults[field]);
  return (
    <section className="card stack beta-list" id={anchors.accessRequest} aria-labelledby="access-title">
      <h2 id="access-title">{t('beta.access.title')}</h2>
      <p>{t('beta.access.text')}</p>
      <form className="stack" method="post" action={accessPaths.ask} onInvalidCapture={mark}>
        {faulty.length > 0 && (
          <ErrorSummary
            key={attempts}
            title={t('form.error-summary', { count: faulty.length })}
            errors={faulty.map((field) => ({ id: `access-${field}`, message: faults[field]! }))}
          />
        )}
        <input type="hidden" name="language" value={locale} />
        <TextField
          id="access-email"
          name="email"
          type="email"
          label={labels.email}
          error={faults.email}
          autoComplete="email"
          maxLength={254}
          required
        />
        <SelectField
          id="access-country"
          name="country"
          label={labels.country}
          error={faults.country}
          placeholder={t('beta.access.country.placeholder')}
          options={options}
          autoComplete="country"
          defaultValue=""
          required
        />
        <p className="text-small text-paper-dim">
          {t('beta.access.note', { hours: access.confirmationHours, months: retention.accessRequestMonths })}
        </p>
        <Button type="submit" variant="secondary" onClick={begin} data-served>
          {t('beta.access.submit')}
        </Button>
      </form>
    </section>
  );
}
