import { access } from '../../../../shared/business/access.ts';
import { countries } from '../../../../shared/business/countries.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatCountry } from '../../../../shared/format.ts';
import { formattingLocales } from '../../../../shared/locales.ts';
import { accessPaths } from '../../../../shared/open-paths.ts';
import { anchors } from '../../../../shared/paths.ts';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** The waiting list: a form that the browser itself sends, so that it works without a script; a page answers. */
export function AccessForm() {
  const { t, locale } = useMessages();
  const order = new Intl.Collator(formattingLocales[locale]);
  const options = countries
    .map((country) => ({ value: country, label: formatCountry(locale, country) }))
    .toSorted((one, other) => order.compare(one.label, other.label));
  return (
    <section className="card stack" id={anchors.accessRequest} aria-labelledby="access-title">
      <h2 id="access-title">{t('beta.access.title')}</h2>
      <p>{t('beta.access.text')}</p>
      <form className="stack" method="post" action={accessPaths.ask}>
        <input type="hidden" name="language" value={locale} />
        <TextField
          id="access-email"
          name="email"
          type="email"
          label={t('beta.access.email')}
          autoComplete="email"
          maxLength={254}
          required
        />
        <SelectField
          id="access-country"
          name="country"
          label={t('beta.access.country')}
          placeholder={t('beta.access.country.placeholder')}
          options={options}
          autoComplete="country"
          defaultValue=""
          required
        />
        <p className="text-small text-paper-dim">
          {t('beta.access.note', { hours: access.confirmationHours, months: retention.accessRequestMonths })}
        </p>
        <Button type="submit" variant="secondary" data-served>
          {t('beta.access.submit')}
        </Button>
      </form>
    </section>
  );
}
