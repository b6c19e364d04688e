import type { ComponentType, ReactElement } from 'react';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import type { LegalTitleId } from '../../site/page-route.ts';
import { PrintButton } from './print-button.tsx';

interface Props {
  title: LegalTitleId;
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

/** The page of a document with nothing else on it. */
export const legalPageOf = (title: LegalTitleId, document: string): { default: ComponentType } => ({
  default: () => <LegalPage title={title} document={document} />,
});
