import { Button } from '../../components/button.tsx';
import { useMessages } from '../../messages/use-messages.ts';

/** Opens the browser's print view, which contains only the text. */
export function PrintButton() {
  const { t } = useMessages();
  return (
    <p className="needs-script screen-only mt-12">
      <Button variant="secondary" onClick={() => print()}>
        {t('legal.print')}
      </Button>
    </p>
  );
}
