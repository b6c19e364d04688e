import { access } from '../../../../shared/business/access.ts';
import { countries } from '../../../../shared/business/countries.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatCountry } from '../../../../shared/format.ts';
import { formattingLocales } from '../../../../shared/locales.ts';
import { accessPaths } from '../../../../shared/open-paths.ts';
import { anchors } from '../../../../shared/paths.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { ServedForm } from '../../../components/served-form.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** The waiting list of the beta. */
export function AccessForm() {
  const { t, locale } = useMessages();
  const order = new Intl.Collator(formattingLocales[locale]);
  const options = countries
    .map((country) => ({ value: country, label: formatCountry(locale, country) }))
    .toSorted((one, other) => order.compare(one.label, other.label));
  const labels = { email: t('beta.access.email'), country: t('beta.access.country') };
  return (
    <section className="card stack beta-list" id={anchors.accessRequest} aria-labelledby="access-title">
      <h2 id="access-title">{t('beta.access.title')}</h2>
      <p>{t('beta.access.text')}</p>
      <ServedForm id="access" action={accessPaths.ask} labels={labels} submit={t('beta.access.submit')}>
        {(faults) => (
          <>
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
          </>
        )}
      </ServedForm>
    </section>
  );
}
