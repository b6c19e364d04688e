import type { DocumentVersion } from '../../../../shared/api/documents.ts';
import type { OrderConfirmation } from '../../../../shared/api/orders.ts';
import { confirmationDocuments, type LegalDocument } from '../../../../shared/business/documents.ts';
import { legalVersionPath } from '../../../../shared/legal-paths.ts';
import { CheckboxField } from '../../../components/checkbox-field.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** The documents that an order accepts, among those in force. */
export const orderDocuments = (inForce: readonly DocumentVersion[]): DocumentVersion[] =>
  inForce
    .filter(({ document }) => (confirmationDocuments.terms as readonly string[]).includes(document))
    .map(({ document, version }) => ({ document, version }));

/** The id of a box. */
export const orderConfirmationId = (name: OrderConfirmation) => `order-confirmation-${name}`;

interface Props {
  documents: readonly DocumentVersion[];
  asked: readonly OrderConfirmation[];
  ticked: Readonly<Record<OrderConfirmation, boolean>>;
  /** Boxes that were left out in the last attempt. */
  missing: readonly OrderConfirmation[];
  onChange: (name: OrderConfirmation, value: boolean) => void;
}

/** What is agreed to with an order; each document leads to the version that is recorded. */
export function OrderConfirmations({ documents, asked, ticked, missing, onChange }: Props) {
  const { t } = useMessages();
  const versionOf = (document: LegalDocument) => documents.find((each) => each.document === document)?.version ?? '';
  const link = (document: LegalDocument) => (
    <Link href={legalVersionPath(document, versionOf(document))} target="_blank" rel="noopener" />
  );
  return (
    <fieldset className="form-group">
      <legend>{t('order.confirmations')}</legend>
      {asked.map((name) => (
        <CheckboxField
          key={name}
          id={orderConfirmationId(name)}
          checked={ticked[name]}
          error={missing.includes(name) ? t('order.confirmation.missing') : undefined}
          onChange={(event) => onChange(name, event.target.checked)}
        >
          {name === 'terms' ? (
            <RichMessage
              id="order.confirmation.terms"
              elements={{
                terms: link('terms'),
                eula: link('eula'),
                ai: link('ai-service-use-policy'),
                privacy: link('privacy-policy'),
              }}
            />
          ) : (
            t('order.confirmation.immediate-start')
          )}
        </CheckboxField>
      ))}
    </fieldset>
  );
}
