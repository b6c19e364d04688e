import { access, type WaitingList } from '../../shared/business/access.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { retention } from '../../shared/business/retention.ts';
import { type CustomerKind, customerKinds } from '../../shared/business/sales.ts';
import { formatCountry } from '../../shared/format.ts';
import { accessPaths } from '../../shared/open-paths.ts';
import { anchors, paths } from '../../shared/paths.ts';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { SelectField } from './select-field.tsx';
import { ServedForm } from './served-form.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  list: WaitingList;
  /** What is known of whoever is here; it can be changed. */
  known?: { email?: string; country?: string; kind?: CustomerKind };
}

/**
 * A place on one of the lists of `waitingLists`. Also whoever is signed in confirms by mail: to write there is then agreed to by the owner
 * of the address, whatever somebody else types.
 */
export function ListForm({ list, known = {} }: Props) {
  const { t, locale } = useMessages();
  const labels = { email: t('lists.email'), country: t('lists.country'), kind: t('lists.kind') };
  const numbers = {
    hours: access.confirmationHours,
    months: retention.listRequestMonths,
    days: retention.toldListRequestDays,
  };
  return (
    <ServedForm id={list} action={`${accessPaths.ask}?list=${list}`} labels={labels} submit={t('lists.submit')}>
      {(faults) => (
        <>
          <TextField
            id={`${list}-email`}
            name="email"
            type="email"
            label={labels.email}
            error={faults.email}
            autoComplete="email"
            defaultValue={known.email}
            maxLength={254}
            required
          />
          {list === 'sale' && (
            <>
              <SelectField
                id="sale-country"
                name="country"
                label={labels.country}
                error={faults.country}
                placeholder={t('lists.country.placeholder')}
                options={eligibleCountries.map((country) => ({
                  value: country,
                  label: formatCountry(locale, country),
                }))}
                after={
                  <RichMessage
                    id="lists.country.missing"
                    elements={{ beta: <Link href={`${paths.beta}#${anchors.accessRequest}`} /> }}
                  />
                }
                autoComplete="country"
                defaultValue={known.country ?? ''}
                required
              />
              <SelectField
                id="sale-kind"
                name="kind"
                label={labels.kind}
                error={faults.kind}
                placeholder={t('lists.kind.placeholder')}
                options={customerKinds.map((kind) => ({ value: kind, label: t(`lists.kind.${kind}`) }))}
                defaultValue={known.kind ?? ''}
                required
              />
            </>
          )}
          <p className="text-small text-paper-dim">
            <RichMessage id="lists.note" values={numbers} elements={{ privacy: <Link href={paths.privacy} /> }} />
          </p>
          <input type="hidden" name="list" value={list} />
        </>
      )}
    </ServedForm>
  );
}
