import { type FormEvent, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { CorrectionRequest } from '../../../../shared/api/privacy-requests.ts';
import { eligibleCountries, isEligibleCountry, otherCountry } from '../../../../shared/business/eligibility.ts';
import { textLimits } from '../../../../shared/business/field-lengths.ts';
import { ineligibleAccountDays } from '../../../../shared/business/privacy-requests.ts';
import { retention } from '../../../../shared/business/retention.ts';
import { formatCountry, formatInstant } from '../../../../shared/format.ts';
import type { CallProblem } from '../../../api-client/problem.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { UnconfirmedAddresses } from '../mail-addresses.tsx';
import { useOwnRights } from './use-own-rights.ts';

interface CorrectionProps {
  account: AccountAnswer;
  profile: NonNullable<AccountAnswer['profile']>;
  isBusy: boolean;
  isDone: boolean;
  problem: CallProblem | null;
  onCorrect: (request: CorrectionRequest) => void;
}

function Correction({ account, profile, isBusy, isDone, problem, onCorrect }: CorrectionProps) {
  const { t, locale } = useMessages();
  const { closesAt, emailState } = account;
  const [fullName, setFullName] = useState(profile.fullName);
  const [country, setCountry] = useState<CorrectionRequest['country']>(
    isEligibleCountry(profile.country) ? profile.country : otherCountry,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onCorrect({ fullName, country });
  };
  return (
    <section className="stack" aria-labelledby="data-correct">
      <h2 id="data-correct">{t('personal-data.correct')}</h2>
      {emailState === 'confirmed' && <p>{t('personal-data.address', { email: profile.email })}</p>}
      <UnconfirmedAddresses account={account} />
      {closesAt && (
        <Notice kind="info">
          <p>{t('personal-data.correct.closes', { time: formatInstant(locale, new Date(closesAt)) })}</p>
        </Notice>
      )}
      <form className="stack max-w-form" onSubmit={send}>
        <TextField
          id="data-full-name"
          label={t('account.form.full-name')}
          autoComplete="name"
          required
          maxLength={textLimits.fullName.max}
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
        <SelectField
          id="data-country"
          label={t('account.form.country')}
          placeholder={t('account.form.country.placeholder')}
          autoComplete="country"
          value={country}
          onChange={(event) => setCountry(event.target.value as typeof country)}
          options={[
            ...eligibleCountries.map((code) => ({ value: code, label: formatCountry(locale, code) })),
            { value: otherCountry, label: t('personal-data.correct.other-country') },
          ]}
        />
        {country === otherCountry && !closesAt && (
          <Notice kind="info">
            <p>{t('personal-data.correct.leaving', { days: ineligibleAccountDays })}</p>
          </Notice>
        )}
        <div className="button-row">
          <Button type="submit" variant="secondary" busy={isBusy}>
            {t('personal-data.correct.save')}
          </Button>
        </div>
      </form>
      {isDone && <Notice kind="success">{t('personal-data.correct.saved')}</Notice>}
      <ProblemNotice problem={problem} page="personal-data" />
    </section>
  );
}

interface DecisionProps {
  kind: 'restrict' | 'object';
  /** When it began. */
  since: string | null;
  isBusy: boolean;
  problem: CallProblem | null;
  onDecide: (isOn: boolean) => void;
}

/** One button, which takes back what it began: the focus stays on it. */
function Decision({ kind, since, isBusy, problem, onDecide }: DecisionProps) {
  const { t, locale } = useMessages();
  return (
    <section className="stack" aria-labelledby={`data-${kind}`}>
      <h2 id={`data-${kind}`}>{t(`personal-data.${kind}`)}</h2>
      <p>
        {kind === 'object'
          ? t('personal-data.object.text', { days: retention.downloadTraceDays })
          : t('personal-data.restrict.text')}
      </p>
      <div role="status">
        {since && (
          <Notice kind="info">
            <p>{t(`personal-data.${kind}.since`, { time: formatInstant(locale, new Date(since)) })}</p>
          </Notice>
        )}
      </div>
      <div className="button-row">
        <Button variant="secondary" busy={isBusy} onClick={() => onDecide(!since)}>
          {t(since ? `personal-data.${kind}.end` : `personal-data.${kind}.begin`)}
        </Button>
      </div>
      <ProblemNotice problem={problem} page="personal-data" />
    </section>
  );
}

/** Rights that need no answer from anybody: they are used here, and in force at once. */
export function OwnRights() {
  const { t } = useMessages();
  const { known, reload, run, stateOf } = useOwnRights();
  if (known === 'loading') return <Spinner label={t('page.loading')} />;
  if (known === 'unreachable')
    return (
      <Notice kind="error">
        <p>{t('problems.connection')}</p>
        <Button variant="secondary" onClick={reload}>
          {t('account.fault.retry')}
        </Button>
      </Notice>
    );
  // Who has closed the account finds everything else on the page for that.
  if (known.status === 'ended') return null;
  if (!known.profile) return <p>{t('personal-data.nothing')}</p>;
  const decision = (kind: DecisionProps['kind'], since: string | null) => (
    <Decision kind={kind} since={since} {...stateOf(kind)} onDecide={(isOn) => run({ name: kind, isOn })} />
  );
  return (
    <>
      <Correction
        account={known}
        profile={known.profile}
        {...stateOf('correct')}
        onCorrect={(request) => run({ name: 'correct', request })}
      />
      {decision('restrict', known.restrictedAt)}
      {decision('object', known.objectedAt)}
    </>
  );
}
