import { useBillingApi } from '../../../api-client/billing-api.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { useAct } from '../../../api-client/use-act.ts';
import { Button } from '../../../components/button.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { useMessages } from '../../../messages/use-messages.ts';

interface Props {
  id: string;
  number: string;
  variant: 'primary' | 'secondary';
}

/** Word joiners around the hyphen keep the number on one line. */
const keepHyphen = (number: string) => number.replace('-', '\u2060-\u2060');

/** Saves the document of an invoice. A link would not do, since the API requires the session's token. */
export function SaveInvoiceButton({ id, number, variant }: Props) {
  const { t } = useMessages();
  const billing = useBillingApi();
  const { run, isBusy, problem } = useAct(async () =>
    saveFile(`writing-ant-${number}.pdf`, await billing.getInvoicePdf(id)),
  );
  return (
    <>
      <Button variant={variant} size={variant === 'primary' ? 'normal' : 'small'} busy={isBusy} onClick={() => run()}>
        {variant === 'primary' ? (
          <span>{t('plan.invoices.save', { number: keepHyphen(number) })}</span>
        ) : (
          <>
            <span>{t('plan.invoices.pdf')}</span>
            <span className="sr-only">{` ${number}`}</span>
          </>
        )}
      </Button>
      <ProblemNotice problem={problem} page="billing" />
    </>
  );
}
