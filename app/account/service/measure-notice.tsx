import type { AccountAnswer } from '../../../shared/api/account.ts';
import { operator } from '../../../shared/business/company.ts';
import { objectionDays, throttledRequestsPerHour } from '../../../shared/business/measures.ts';
import { formatInstant } from '../../../shared/format.ts';
import { EmailLink } from '../../components/email-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { MeasureObjection } from './measure-objection.tsx';

/** What is in effect against the account, why, until when, and how to object. */
export function MeasureNotice({ measure }: { measure: AccountAnswer['measures'][number] }) {
  const { t, locale } = useMessages();
  const { id, act, reason, sentence, until } = measure;
  const { supportEmail: address } = operator;
  return (
    <>
      <Notice
        kind="error"
        title={act === 'throttle' ? t('measures.throttle', { count: throttledRequestsPerHour }) : t(`measures.${act}`)}
      >
        <p>{t(`measures.reason.${reason}`)}</p>
        {/* In the language of the mail, which may be another one than the page's. */}
        {sentence && <p lang="">{sentence}</p>}
        {until && <p>{t('measures.until', { time: formatInstant(locale, new Date(until)) })}</p>}
        <p>
          <RichMessage
            id="measures.object"
            values={{ address, days: objectionDays }}
            elements={{
              email: <EmailLink address={address} subject={`${t('measures.object.subject')} ${id}`} />,
            }}
          />
        </p>
      </Notice>
      {/* Not in the notice, whose changes are announced as a whole. */}
      <MeasureObjection measure={measure} />
    </>
  );
}
