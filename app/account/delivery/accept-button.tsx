import { Button } from '../../components/button.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useMessages } from '../../messages/use-messages.ts';

/** Disabled, with a tooltip that says why, until every checkbox is ticked and a country chosen (specification 5). */
export function AcceptButton({ ready, busy }: { ready: boolean; busy: boolean }) {
  const { t } = useMessages();
  return (
    <div className="stack">
      <Tooltip text={ready ? null : t('account.form.submit.disabled')}>
        {(attributes) => (
          <Button type="submit" unavailable={!ready} busy={busy} {...attributes}>
            {t('account.form.submit')}
          </Button>
        )}
      </Tooltip>
      <p role="status" className="text-paper-dim">
        {busy && t('account.form.downloading')}
      </p>
    </div>
  );
}
