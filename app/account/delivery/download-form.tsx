import type { User } from '@workos-inc/authkit-js';
import { type FormEvent, useEffect, useState } from 'react';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import type { DownloadRequest } from '../../../shared/api/downloads.ts';
import type { Release } from '../../../shared/api/releases.ts';
import { typedFields } from '../../../shared/api/typed-fields.ts';
import { confirmationDocuments, confirmationNames, confirmationsToAsk } from '../../../shared/business/documents.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { formatBytes, formatCountry, formatList } from '../../../shared/format.ts';
import { anchors, paths } from '../../../shared/paths.ts';
import { ApiProblem } from '../../api-client/api-client.ts';
import { findFieldFaults } from '../../api-client/find-field-faults.ts';
import type { CallProblem } from '../../api-client/problem.ts';
import { ProblemNotice } from '../../api-client/problem-notice.tsx';
import { type FieldFaults, faultsOf } from '../../api-client/refused-fields.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Notice } from '../../components/notice.tsx';
import { RadioCards } from '../../components/radio-cards.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { findRelease, type KnownReleases } from '../../pages/releases/use-releases.ts';
import { useAuth } from '../session/auth.ts';
import { hashShownSentences } from '../shown-sentences.ts';
import { Confirmations, confirmationId } from './confirmations.tsx';
import {
  type DownloadDraft,
  type DraftContext,
  keepDraft,
  mayAccept,
  noConfirmations,
  readDraft,
} from './download-draft.ts';
import { type TextField as FieldName, fieldFaultText } from './field-faults.ts';

interface Props {
  user: User;
  /** The id of the heading above it. */
  labelledBy: string;
  releases: KnownReleases;
  /** In force by the server's clock. */
  documents: DocumentVersion[];
  /** What this person has accepted before: only the rest is shown. */
  accepted: readonly DocumentVersion[];
  /** True while a download is being started. */
  busy: boolean;
  problem: CallProblem | null;
  /** The dialog that asks where to save was dismissed. */
  isPlaceMissing: boolean;
  onAccept: (request: DownloadRequest, release: Release | undefined, way: 'any' | 'by-browser') => void;
}

const platformNames = Object.keys(platforms) as Platform[];

/** Disabled, with a tooltip that says why, until every checkbox is ticked and a country chosen (specification 5). */
function AcceptButton({ ready, busy, onUnready }: { ready: boolean; busy: boolean; onUnready: () => void }) {
  const { t } = useMessages();
  return (
    <div className="stack">
      <Tooltip text={ready ? null : t('account.form.submit.disabled')}>
        {(attributes) => (
          <Button type="submit" unavailable={!ready} onUnavailable={onUnready} busy={busy} {...attributes}>
            {t('account.form.submit')}
          </Button>
        )}
      </Tooltip>
      <p role="status" className="text-paper-dim">
        {busy && t('account.form.downloading')}
      </p>
    </div>
  );
}

/** After the dialog that asks where to save was dismissed: what that means, and how to do without it. */
function NoPlaceNotice({ onLeaveToBrowser }: { onLeaveToBrowser: () => void }) {
  const { t } = useMessages();
  return (
    <div role="status">
      <Notice kind="info">
        <p>{t('transfer.cancelled')}</p>
        <Button variant="secondary" onClick={onLeaveToBrowser}>
          {t('transfer.cancelled.browser')}
        </Button>
      </Notice>
    </div>
  );
}

/** Says so when the download is only a sample, because no release is published. */
function SampleNotice({ release }: { release: Release | undefined }) {
  const { t, locale } = useMessages();
  if (!release?.sample || release.sizeBytes === null) return null;
  return (
    <Notice kind="info" title={t('account.sample.title')}>
      <p>{t('account.sample.text', { size: formatBytes(locale, release.sizeBytes) })}</p>
    </Notice>
  );
}

/** The form before a download (specification 5). Everything typed is kept for this tab, whatever happens. */
export function DownloadForm(props: Props) {
  const { user, labelledBy, releases, documents, accepted, busy, problem, isPlaceMissing, onAccept } = props;
  const { t, locale } = useMessages();
  // Nobody may accept on the customer's behalf (specification 3, impersonator).
  const { impersonator } = useAuth();
  // Read once, so that the versions shown are the versions that are sent and recorded.
  const [context] = useState<DraftContext>(() => ({ userId: user.id, documents }));
  const [draft, setDraft] = useState<DownloadDraft>(() => readDraft(context));
  /**
   * Faults found before the last attempt to send; `null` once it was sent, so that the API's findings are shown
   * instead.
   */
  const [found, setFound] = useState<FieldFaults<FieldName> | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** Pressed before it was ready: what is missing is marked until it is there. */
  const [marksOpen, setMarksOpen] = useState(false);

  const change = (next: Partial<DownloadDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    keepDraft(changed, context);
  };
  const fullName = draft.fullName ?? [user.firstName, user.lastName].filter(Boolean).join(' ');
  const email = draft.email ?? user.email;
  const asked = confirmationsToAsk(context.documents, accepted);
  const ready = mayAccept(draft, asked);
  const open = marksOpen ? asked.filter((name) => !draft.confirmations[name]) : [];
  const faults: FieldFaults<FieldName> = {
    ...(found ?? faultsOf<FieldName>(problem)),
    ...(marksOpen && !draft.country ? { country: 'required' } : {}),
  };
  const release = findRelease(releases, draft.platform);

  const labels: Record<FieldName, string> = {
    fullName: t('account.form.full-name'),
    email: t('account.form.email'),
    country: t('account.form.country'),
    downloadKey: t('account.form.download-key'),
  };
  const faultText = (field: FieldName) => {
    const fault = faults[field];
    return fault && fieldFaultText(t, field, fault, labels[field]);
  };

  const isReworded = problem instanceof ApiProblem && problem.code === 'confirmations-changed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such answer
  useEffect(() => {
    // After a reload, the boxes may stand for something else than what was ticked.
    if (isReworded) change({ confirmations: noConfirmations });
  }, [isReworded]);

  const findWrong = () => findFieldFaults<FieldName>(typedFields, { fullName, email, downloadKey: draft.downloadKey });
  const markOpen = () => {
    setMarksOpen(true);
    setFound(findWrong());
    setRefusals(refusals + 1);
  };
  const accept = async (way: 'any' | 'by-browser') => {
    if (!ready || busy) return;
    const wrong = findWrong();
    if (Object.keys(wrong).length > 0) {
      setFound(wrong);
      return setRefusals(refusals + 1);
    }
    setFound(null);
    const shownSentences = await hashShownSentences(confirmationNames, confirmationId);
    const request: DownloadRequest = {
      platform: draft.platform,
      fullName: fullName.trim(),
      email: email.trim(),
      country: draft.country,
      ...(draft.downloadKey.trim() ? { downloadKey: draft.downloadKey.trim() } : {}),
      locale,
      // A box that was not shown was not confirmed again, and is not sent.
      confirmations: Object.fromEntries(
        confirmationNames.map((name) => [name, asked.includes(name) && draft.confirmations[name]]),
      ) as DownloadRequest['confirmations'],
      documents: context.documents.filter(({ document }) =>
        asked.some((name) => confirmationDocuments[name].includes(document)),
      ),
      shownSentences,
    };
    onAccept(request, release, way);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void accept('any');
  };

  const faulty = (Object.keys(labels) as FieldName[]).filter((field) => faults[field]);
  const errors = [
    ...faulty.map((field) => ({ id: field as string, message: faultText(field)! })),
    ...open.slice(0, 1).map((first) => ({
      id: confirmationId(first),
      message: t('account.form.confirmations.open', { count: open.length }),
    })),
  ];
  return (
    <form noValidate onSubmit={submit} aria-labelledby={labelledBy} className="download-form">
      <SampleNotice release={release} />
      {errors.length === 0 && <ProblemNotice problem={problem} page="account" returnTo={paths.account} />}
      {isPlaceMissing && <NoPlaceNotice onLeaveToBrowser={() => accept('by-browser')} />}
      {errors.length > 0 && (
        <ErrorSummary
          key={refusals}
          title={t('form.error-summary', { count: faulty.length + open.length })}
          errors={errors}
        />
      )}
      <RadioCards
        id="platform"
        legend={t('account.form.platform')}
        name="platform"
        value={draft.platform}
        onChange={(platform) => change({ platform })}
        cards={platformNames.map((name) => ({
          value: name,
          label: platforms[name].name,
          description: t('account.form.platform.tested', {
            versions: formatList(locale, platforms[name].testedVersions),
          }),
          disabled: !platforms[name].available,
          ...(platforms[name].available ? {} : { badge: t('account.form.platform.coming-soon') }),
        }))}
      />
      <fieldset className="form-group">
        <legend>{t('account.form.details')}</legend>
        <TextField
          id="fullName"
          label={labels.fullName}
          value={fullName}
          onChange={(event) => change({ fullName: event.target.value })}
          error={faultText('fullName')}
          autoComplete="name"
          required
        />
        <TextField
          id="email"
          type="email"
          label={labels.email}
          value={email}
          onChange={(event) => change({ email: event.target.value })}
          error={faultText('email')}
          autoComplete="email"
          required
        />
        <SelectField
          id="country"
          autoComplete="country"
          label={labels.country}
          placeholder={t('account.form.country.placeholder')}
          value={draft.country}
          onChange={(event) => change({ country: event.target.value })}
          options={eligibleCountries.map((country) => ({ value: country, label: formatCountry(locale, country) }))}
          error={faultText('country')}
          after={<Link href={`${paths.beta}#${anchors.countryMissing}`}>{t('account.form.country.missing')}</Link>}
          required
        />
        <TextField
          id="downloadKey"
          label={labels.downloadKey}
          optional={t('form.optional')}
          placeholder={t('account.form.download-key.placeholder')}
          value={draft.downloadKey}
          onChange={(event) => change({ downloadKey: event.target.value })}
          error={faultText('downloadKey')}
          autoComplete="off"
        />
      </fieldset>
      <Confirmations
        documents={context.documents}
        asked={asked}
        ticked={draft.confirmations}
        marksOpen={marksOpen}
        onChange={(name, value) => change({ confirmations: { ...draft.confirmations, [name]: value } })}
      />
      {impersonator ? (
        <Notice kind="info">
          <p>{t('problems.impersonation-not-allowed')}</p>
        </Notice>
      ) : (
        <AcceptButton ready={ready} busy={busy} onUnready={markOpen} />
      )}
    </form>
  );
}
