import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NoticeAnswer, NoticeRequest } from '../../../shared/api/notices.ts';
import { operator } from '../../../shared/business/company.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { emailPattern } from '../../../shared/email-address.ts';
import { sendNotice } from '../../../shared/endpoints.ts';
import { formatInstant } from '../../../shared/format.ts';
import { noticeNumber } from '../../../shared/notice-number.ts';
import { ApiProblem, call } from '../../api-client/api-client.ts';
import { faultsOf } from '../../api-client/refused-fields.ts';
import { useAct } from '../../api-client/use-act.ts';
import { Button } from '../../components/button.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Notice } from '../../components/notice.tsx';
import { saveFile } from '../../components/save-file.ts';
import { TextField } from '../../components/text-field.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { useSite } from '../../site/site-context.ts';

type NoticeKind = NoticeRequest['kind'];

const fields = ['fullName', 'contract', 'email'] as const;
type Field = (typeof fields)[number];
type Values = Record<Field, string>;
type Faults = Partial<Record<Field, string>>;

const fieldId = (field: Field) => `notice-${field}`;

const longest: Record<Field, number> = {
  fullName: textLimits.fullName.max,
  contract: textLimits.notice.max,
  email: textLimits.email.max,
};

/** What is needed to identify the contract: the first step (Directive 2011/83/EU, Art. 11a(2)). */
function Details({
  values,
  refused,
  onDone,
}: {
  values: Values;
  /** Fields that the API refused; null where nobody has come back from the second step. */
  refused: readonly Field[] | null;
  onDone: (values: Values) => void;
}) {
  const { t } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const labels: Record<Field, string> = {
    fullName: t('notice.name'),
    contract: t('notice.contract'),
    email: t('notice.email'),
  };
  const faultText = (field: Field) =>
    field === 'email' ? t('form.type.email') : t('form.pattern', { label: labels[field] });
  const [faults, setFaults] = useState<Faults>(() =>
    Object.fromEntries((refused ?? []).map((field) => [field, faultText(field)])),
  );
  const [refusals, setRefusals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears; what is wrong takes the focus by itself
  useEffect(() => {
    if (refused?.length === 0) form.current!.querySelector('input')!.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const inputOf = (field: Field) => form.current!.querySelector<HTMLInputElement>(`#${fieldId(field)}`)!;
    const typed = Object.fromEntries(fields.map((field) => [field, inputOf(field).value.trim()])) as Values;
    const wrong: Faults = {};
    for (const field of fields) {
      if (!typed[field]) wrong[field] = t('form.required', { label: labels[field] });
      else if (typed[field].length > longest[field])
        wrong[field] = t('form.length', { label: labels[field], max: longest[field] });
    }
    if (!wrong.email && !emailPattern.test(typed.email)) wrong.email = faultText('email');
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return setRefusals(refusals + 1);
    onDone(typed);
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
    <form noValidate ref={form} onSubmit={submit} className="download-form screen-only" aria-label={t('notice.form')}>
      {faulty.length > 0 && (
        <ErrorSummary
          key={refusals}
          title={t('form.error-summary', { count: faulty.length })}
          errors={faulty.map((field) => ({ id: fieldId(field), message: faults[field]! }))}
        />
      )}
      <div className="form-group">
        <TextField {...fieldProps('fullName')} autoComplete="name" />
        <TextField {...fieldProps('contract')} hint={t('notice.contract.hint')} autoComplete="off" />
        <TextField {...fieldProps('email')} type="email" autoComplete="email" />
      </div>
      <Button type="submit">{t('notice.submit')}</Button>
    </form>
  );
}

interface StepProps {
  kind: NoticeKind;
  values: Values;
}

/** The words of a statement: who says what to whom, about which contract. */
function useStatement({ kind, values }: StepProps): string {
  const { t } = useMessages();
  return t('notice.statement', {
    kind,
    name: values.fullName,
    contract: values.contract,
    email: values.email,
    company: operator.companyName,
    street: operator.street,
    town: `${operator.postalCode} ${operator.town}`,
  });
}

/** The statement as it will be received, and the button that confirms it: the second step (Art. 11a(3)). */
function Confirmation({
  kind,
  values,
  onChange,
  onReceived,
}: StepProps & { onChange: (refused: readonly Field[]) => void; onReceived: (answer: NoticeAnswer) => void }) {
  const { t, locale } = useMessages();
  const { configuration } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const statement = useStatement({ kind, values });
  const { run, isBusy, problem } = useAct(async () => {
    const body: NoticeRequest = { kind, ...values, locale };
    const answer = await call(sendNotice, { baseUrl: configuration.apiBaseUrl, given: { body } }).catch((thrown) => {
      // Fields that can be corrected.
      const refused = faultsOf<Field>(thrown);
      if (!fields.some((field) => refused[field])) throw thrown;
      onChange(fields.filter((field) => refused[field]));
    });
    if (answer) onReceived(answer);
  });
  const isTooMany = problem instanceof ApiProblem && problem.code === 'too-many-requests';
  return (
    <section className="stack withdrawal-check screen-only" aria-labelledby="notice-check">
      <h2 id="notice-check" ref={heading} tabIndex={-1}>
        {t('notice.check')}
      </h2>
      <p className="withdrawal-statement">{statement}</p>
      <p>{t('notice.check.how')}</p>
      <div className="withdrawal-actions">
        <Button busy={isBusy} onClick={() => run()}>
          {t('notice.confirm', { kind })}
        </Button>
        <Button variant="secondary" unavailable={isBusy} onClick={() => onChange([])}>
          {t('notice.change')}
        </Button>
      </div>
      {problem && (
        <Notice kind="error">
          <p>
            <RichMessage
              id={isTooMany ? 'notice.fault.too-many' : 'notice.fault'}
              values={{ address: operator.supportEmail }}
              elements={{ email: <EmailLink address={operator.supportEmail} /> }}
            />
          </p>
        </Notice>
      )}
    </section>
  );
}

/** When it arrived, which counts, and what it said: to print or to keep, as no mail may repeat it. */
function Received({ kind, values, answer }: StepProps & { answer: NoticeAnswer }) {
  const { t, locale } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const number = noticeNumber(answer.id);
  const title = t('notice.received', { kind });
  const arrival = t('notice.received.text', { time: formatInstant(locale, new Date(answer.receivedAt)), number });
  const statement = useStatement({ kind, values });
  const save = () => {
    const text = [title, arrival, statement].join('\n\n');
    saveFile(`writing-ant-${number}.txt`, new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }));
  };
  return (
    <section className="stack withdrawal-check notice-receipt" aria-labelledby="notice-received">
      <h2 id="notice-received" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{arrival}</p>
      <p className="withdrawal-statement">{statement}</p>
      <p className="screen-only">{t('notice.received.keep', { email: values.email })}</p>
      <div className="withdrawal-actions screen-only">
        <Button onClick={() => print()}>{t('notice.print')}</Button>
        <Button variant="secondary" onClick={save}>
          {t('notice.save')}
        </Button>
      </div>
    </section>
  );
}

/** A withdrawal or cancellation without a sign-in: details, check, received. */
export function NoticeForm({ kind, email = '' }: { kind: NoticeKind; email?: string | undefined }) {
  const [values, setValues] = useState<Values>({ fullName: '', contract: '', email });
  const [step, setStep] = useState<'details' | 'check' | NoticeAnswer>('details');
  const [refused, setRefused] = useState<readonly Field[] | null>(null);
  if (step === 'details')
    return (
      <Details
        values={values}
        refused={refused}
        onDone={(typed) => {
          setValues(typed);
          setStep('check');
        }}
      />
    );
  if (step === 'check')
    return (
      <Confirmation
        kind={kind}
        values={values}
        onChange={(refusedNow) => {
          setRefused(refusedNow);
          setStep('details');
        }}
        onReceived={setStep}
      />
    );
  return <Received kind={kind} values={values} answer={step} />;
}
