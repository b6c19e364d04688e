import { Spinner } from '../components/spinner.tsx';
import { useMessages } from '../messages/use-messages.ts';

/** Stands where a page will be while it loads (specification 2). */
export function PageSpinner() {
  const { t } = useMessages();
  return <Spinner label={t('page.loading')} />;
}
