import { operator } from '../../../../shared/business/company.ts';
import { EmailLink } from '../../../components/email-link.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';

interface Props {
  title: string;
  /** The message, with our address in it. */
  id: 'pricing.volume.text' | 'pricing.sales.text';
  /** Subject line of the mail. */
  subject: string;
}

/** An invitation to ask our sales team. */
export function SalesNote({ title, id, subject }: Props) {
  return (
    <section className="sales-note">
      <h3>{title}</h3>
      <p className="text-paper-dim">
        <RichMessage
          id={id}
          values={{ address: operator.salesEmail }}
          elements={{ email: <EmailLink address={operator.salesEmail} subject={subject} /> }}
        />
      </p>
    </section>
  );
}
