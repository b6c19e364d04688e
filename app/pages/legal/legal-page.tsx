import type { ReactElement } from 'react';
import type { MessageId } from '../../../content/generated/message-arguments.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { PrintButton } from './print-button.tsx';

type PlainMessageId = Extract<MessageId, `legal.${string}.title`>;

interface Props {
  title: PlainMessageId;
  document: string;
  /** Actions on the page, above the first section. */
  children?: ReactElement | undefined;
}

/** The frame of every legal page: the breadcrumb and the document. */
export function LegalPage({ title, document, children }: Props) {
  const { t } = useMessages();
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[{ label: t('legal.breadcrumb.legal') }, { label: t(title) }]}
      />
      <LegalDocument name={document}>{children}</LegalDocument>
      <PrintButton />
    </div>
  );
}
