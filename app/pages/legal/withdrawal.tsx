import { type FormEvent, useEffect, useRef, useState } from 'react';
import { operator } from '../../../shared/business/company.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { mailAddress } from '../../components/mail-address.ts';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { formatInstant } from '../../messages/format.ts';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { PrintButton } from './print-button.tsx';

const fields = ['name', 'contract', 'email'] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, string>;
type Faults = Partial<Record<Field, string>>;

const fieldId = (field: Field) => `withdrawal-${field}`;

/** What is needed to identify the contract: the first step (Directive 2011/83/EU, Art. 11a(2)). */
function Details({ values, onDone }: { values: Values; onDone: (values: Values) => void }) {
  const { t } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [refusals, setRefusals] = useState(0);
  const labels: Record<Field, string> = {
    name: t('withdrawal.name'),
    contract: t('withdrawal.contract'),
    email: t('withdrawal.email'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const inputs = fields.map((field) => [field, form.current!.querySelector<HTMLInputElement>(`#${fieldId(field)}`)!]);
    const typed = Object.fromEntries(inputs.map(([field, input]) => [field, (input as HTMLInputElement).value.trim()]));
    const wrong: Faults = {};
    for (const field of fields) if (!typed[field]) wrong[field] = t('form.required', { label: labels[field] });
    if (!wrong.email && !form.current!.querySelector<HTMLInputElement>(`#${fieldId('email')}`)!.validity.valid)
      wrong.email = t('form.type.email');
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return setRefusals(refusals + 1);
    onDone(typed as Values);
  };
  const faulty = fields.filter((field) => faults[field]);
  const fieldProps = (field: Field) => ({
    id: fieldId(field),
    label: labels[field],
    defaultValue: values[field],
    error: faults[field],
    required: true,
  });
  return (
    <form noValidate ref={form} onSubmit={submit} className="download-form" aria-label={t('legal.withdrawal.title')}>
      {faulty.length > 0 && (
        <ErrorSummary
          key={refusals}
          title={t('form.error-summary', { count: faulty.length })}
          errors={faulty.map((field) => ({ id: fieldId(field), message: faults[field]! }))}
        />
      )}
      <div className="form-group">
        <TextField {...fieldProps('name')} autoComplete="name" />
        <TextField {...fieldProps('contract')} hint={t('withdrawal.contract.hint')} autoComplete="off" />
        <TextField {...fieldProps('email')} type="email" autoComplete="email" />
      </div>
      <Button type="submit">{t('withdrawal.submit')}</Button>
    </form>
  );
}

/** The statement as it will be sent, and the button that confirms it: the second step (Art. 11a(3)). */
function Confirmation({ values, onChange }: { values: Values; onChange: () => void }) {
  const { t, locale } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const statement = t('withdrawal.statement', {
    ...values,
    company: operator.companyName,
    street: operator.street,
    town: `${operator.postalCode} ${operator.town}`,
    date: formatInstant(locale, new Date()),
  });
  const mail = mailAddress(operator.supportEmail, { subject: t('withdrawal.subject'), body: statement });
  return (
    <section className="stack withdrawal-check" aria-labelledby="withdrawal-check">
      <h2 id="withdrawal-check" ref={heading} tabIndex={-1}>
        {t('withdrawal.check')}
      </h2>
      <p className="withdrawal-statement">{statement}</p>
      <p>{t('withdrawal.check.how', { email: operator.supportEmail })}</p>
      <div className="withdrawal-actions">
        <ButtonLink href={mail} onClick={() => setOpened(true)}>
          {t('withdrawal.confirm')}
        </ButtonLink>
        <Button variant="secondary" onClick={onChange}>
          {t('withdrawal.change')}
        </Button>
      </div>
      <div role="status">
        {opened && <Notice kind="info">{t('withdrawal.opened', { email: operator.supportEmail })}</Notice>}
      </div>
    </section>
  );
}

/** Where a consumer withdraws from a contract, without signing in. Nothing typed here leaves the browser on its own. */
export default function Withdrawal() {
  const { t } = useMessages();
  const [values, setValues] = useState<Values>({ name: '', contract: '', email: '' });
  const [step, setStep] = useState<'details' | 'confirmation'>('details');
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[{ label: t('legal.breadcrumb.legal') }, { label: t('legal.withdrawal.title') }]}
      />
      <h1>{t('legal.withdrawal.title')}</h1>
      <p className="lead">{t('withdrawal.lead')}</p>
      <Notice kind="info">{t('withdrawal.not-sold')}</Notice>
      <div className="needs-script screen-only">
        {step === 'details' ? (
          <Details
            values={values}
            onDone={(typed) => {
              setValues(typed);
              setStep('confirmation');
            }}
          />
        ) : (
          <Confirmation values={values} onChange={() => setStep('details')} />
        )}
      </div>
      <p className="hidden noscript:block">
        <RichMessage
          id="withdrawal.no-script"
          values={{ address: operator.supportEmail }}
          elements={{ email: <EmailLink address={operator.supportEmail} /> }}
        />
      </p>
      <LegalDocument name="withdrawal" />
      <PrintButton />
    </div>
  );
}
