import { useState } from 'react';
import { retention } from '../../../../shared/business/retention.ts';
import { utcDayOf } from '../../../../shared/days.ts';
import { addMonths } from '../../../../shared/months.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** Every request that is kept, as a table for a spreadsheet. */
export function UsageTable() {
  const { t } = useMessages();
  const api = useApi();
  const [state, setState] = useState<'idle' | 'busy' | 'fault' | { fileName: string }>('idle');
  const save = () => {
    setState('busy');
    const now = new Date();
    api
      .getUsageTable(addMonths(now, -12 * retention.usageDataYears))
      .then((table) => {
        const fileName = `writing-ant-usage-${utcDayOf(now)}.csv`;
        saveFile(fileName, table);
        setState({ fileName });
      })
      .catch(() => setState('fault'));
  };
  return (
    <>
      <div className="button-row">
        <Button variant="secondary" busy={state === 'busy'} onClick={save}>
          {t('usage.table')}
        </Button>
      </div>
      <div className="max-w-[66ch]">
        {state === 'fault' && (
          <Notice kind="error">
            <p>{t('usage.table.fault')}</p>
          </Notice>
        )}
        {typeof state === 'object' && (
          <Notice kind="success">{t('usage.table.saved', { fileName: state.fileName })}</Notice>
        )}
      </div>
    </>
  );
}
