import type { FormEvent, ReactNode } from 'react';
import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { type CustomerKind, customerKinds } from '../../../../shared/business/sales.ts';
import { formatCountry } from '../../../../shared/format.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorSummary } from '../../../components/error-summary.tsx';
import { RadioCards } from '../../../components/radio-cards.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { type CustomerDraft, type CustomerFaults, type CustomerField, customerFaultText } from './customer-fields.ts';

interface Props {
  draft: CustomerDraft;
  /** What is wrong, as found here or by the API. */
  faults: CustomerFaults;
  /** Counts attempts, so that the summary takes the focus with each. */
  refusals: number;
  busy: boolean;
  /** Where nothing is sold to such a customer: that, instead of questions whose answers are of no use. */
  notSold: ReactNode;
  onChange: (next: Partial<CustomerDraft>) => void;
  onSubmit: () => void;
}

/** How browsers know the fields. */
const autoComplete: Partial<Record<CustomerField, string>> = {
  fullName: 'name',
  company: 'organization',
  email: 'email',
  street: 'address-line1',
  postalCode: 'postal-code',
  town: 'address-level2',
  country: 'country',
  houseNumber: 'off',
  vatNumber: 'off',
};

/** To whom the invoice is made out. */
export function CustomerForm({ draft, faults, refusals, busy, notSold, onChange, onSubmit }: Props) {
  const { t, locale } = useMessages();
  const isBusiness = draft.kind === 'business';
  const kindNames: Record<CustomerKind, string> = {
    private: t('order.kind.private'),
    business: t('order.kind.business'),
  };
  const labels: Record<CustomerField, string> = {
    country: t('order.country'),
    kind: t('order.kind'),
    fullName: isBusiness ? t('order.contact') : t('order.full-name'),
    company: t('order.company'),
    email: t('order.email'),
    street: t('order.street'),
    houseNumber: t('order.house-number'),
    postalCode: t('order.postal-code'),
    town: t('order.town'),
    vatNumber: t('order.vat-number'),
  };
  const shown = (Object.keys(labels) as CustomerField[]).filter(
    (field) => isBusiness || (field !== 'company' && field !== 'vatNumber'),
  );
  const faultText = (field: CustomerField) => {
    const fault = faults[field];
    return fault && customerFaultText(t, field, fault, labels[field]);
  };
  const idOf = (field: CustomerField) => `order-${field}`;
  const textField = (
    field: Exclude<CustomerField, 'kind' | 'country'>,
    more: { optional?: string; hint?: string; type?: string } = {},
  ) => (
    <TextField
      id={idOf(field)}
      label={labels[field]}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      error={faultText(field)}
      autoComplete={autoComplete[field]}
      required={!more.optional}
      readOnly={busy}
      {...more}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !notSold) onSubmit();
  };
  const faulty = shown.filter((field) => faults[field]);
  return (
    <form noValidate onSubmit={submit} className="download-form" aria-labelledby="order-customer">
      {faulty.length > 0 && !notSold && (
        <ErrorSummary
          key={refusals}
          title={t('form.error-summary', { count: faulty.length })}
          errors={faulty.map((field) => ({ id: idOf(field), message: faultText(field)! }))}
        />
      )}
      <SelectField
        id={idOf('country')}
        autoComplete="country"
        label={labels.country}
        placeholder={t('account.form.country.placeholder')}
        value={draft.country}
        onChange={(event) => onChange({ country: event.target.value })}
        options={eligibleCountries.map((country) => ({ value: country, label: formatCountry(locale, country) }))}
        error={faultText('country')}
        required
      />
      <RadioCards
        id={idOf('kind')}
        legend={labels.kind}
        name="kind"
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        cards={customerKinds.map((value) => ({ value, label: kindNames[value] }))}
      />
      <div role="status">{notSold}</div>
      {!notSold && (
        <>
          <div className="form-group">
            {isBusiness && textField('company')}
            {textField('fullName')}
            {textField('email', { type: 'email', hint: t('order.email.hint') })}
            <div className="field-pair">
              {textField('street')}
              {textField('houseNumber', { optional: t('form.optional') })}
            </div>
            <div className="field-pair field-pair-code">
              {textField('postalCode')}
              {textField('town')}
            </div>
            {isBusiness &&
              textField('vatNumber', {
                optional: t('order.vat-number.optional'),
                hint: t('order.vat-number.hint', { example: 'IE1234567FA' }),
              })}
          </div>
          <Button type="submit" busy={busy}>
            {t('order.continue')}
          </Button>
        </>
      )}
    </form>
  );
}
