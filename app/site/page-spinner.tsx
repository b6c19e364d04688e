import { Spinner } from '../components/spinner.tsx';
import { useMessages } from '../messages/use-messages.ts';

/** Takes the place of a page while it loads (specification 2). */
export function PageSpinner() {
  const { t } = useMessages();
  return <Spinner label={t('page.loading')} />;
}
