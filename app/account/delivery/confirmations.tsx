import type { ReactNode } from 'react';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { type ConfirmationName, confirmationNames, type LegalDocument } from '../../../shared/business/documents.ts';
import { installationSpaceGigabytes, installer } from '../../../shared/business/product.ts';
import { formatDay } from '../../../shared/format.ts';
import { legalVersionPath } from '../../../shared/legal-paths.ts';
import { CheckboxField } from '../../components/checkbox-field.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';

interface Props {
  /** The versions that are shown, and sent with the form. */
  documents: DocumentVersion[];
  /** The boxes to show; the others were ticked for the same documents before. */
  asked: readonly ConfirmationName[];
  ticked: Record<ConfirmationName, boolean>;
  /** Marks the boxes that are still open. */
  marksOpen: boolean;
  onChange: (name: ConfirmationName, value: boolean) => void;
}

/** The id of a box. */
export const confirmationId = (name: ConfirmationName) => `confirmation-${name}`;

/** The four checkboxes; each names the versions of its documents, which are the versions recorded (specification 5). */
export function Confirmations({ documents, asked, ticked, marksOpen, onChange }: Props) {
  const { t, locale } = useMessages();
  const versionOf = (document: LegalDocument) => documents.find((each) => each.document === document)!.version;
  const version = (document: LegalDocument) => formatDay(locale, versionOf(document));
  // The very version that is recorded, in a tab of its own, so that reading it loses nothing that was typed.
  const link = (document: LegalDocument) => (
    <Link href={legalVersionPath(document, versionOf(document))} target="_blank" rel="noopener" />
  );
  const texts: Record<ConfirmationName, ReactNode> = {
    terms: (
      <RichMessage
        id="account.form.confirmation.terms"
        values={{
          terms: version('terms'),
          eula: version('eula'),
          ai: version('ai-service-use-policy'),
          privacy: version('privacy-policy'),
        }}
        elements={{
          terms: link('terms'),
          eula: link('eula'),
          ai: link('ai-service-use-policy'),
          privacy: link('privacy-policy'),
        }}
      />
    ),
    cookies: (
      <RichMessage
        id="account.form.confirmation.cookies"
        values={{ cookies: version('cookie-policy') }}
        elements={{ cookies: link('cookie-policy') }}
      />
    ),
    diskSpace: t('account.form.confirmation.disk-space', {
      download: installer.downloadGigabytes,
      installed: installer.installedGigabytes,
      total: installationSpaceGigabytes,
    }),
    beta: t('account.form.confirmation.beta'),
  };
  return (
    <fieldset className="form-group">
      <legend>{t('account.form.confirmations')}</legend>
      {asked.length < confirmationNames.length && <p className="text-paper-dim">{t('account.accepted.settled')}</p>}
      {asked.map((name) => (
        <CheckboxField
          key={name}
          id={confirmationId(name)}
          checked={ticked[name]}
          error={marksOpen && !ticked[name] ? t('account.form.confirmation.open') : undefined}
          onChange={(event) => onChange(name, event.target.checked)}
        >
          {texts[name]}
        </CheckboxField>
      ))}
    </fieldset>
  );
}
