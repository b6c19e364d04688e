import { operator } from '../../../shared/business/company.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { NoticeForm } from '../notices/notice-form.tsx';
import { PrintButton } from './print-button.tsx';

/** Where a consumer withdraws from a contract, without signing in. */
export default function Withdrawal() {
  const { t } = useMessages();
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[{ label: t('legal.breadcrumb.legal') }, { label: t('legal.withdrawal.title') }]}
      />
      <h1>{t('legal.withdrawal.title')}</h1>
      <p className="lead">{t('withdrawal.lead')}</p>
      <div className="shown-with-sales-closed">
        <Notice kind="info">{t('withdrawal.not-sold')}</Notice>
      </div>
      <div className="needs-script">
        <NoticeForm kind="withdrawal" />
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
