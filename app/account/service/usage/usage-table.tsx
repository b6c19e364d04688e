import { useState } from 'react';
import { retention } from '../../../../shared/business/retention.ts';
import { utcDayOf } from '../../../../shared/days.ts';
import { addMonths } from '../../../../shared/months.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** Every request that is kept, as a table for a spreadsheet. */
export function UsageTable() {
  const { t } = useMessages();
  const api = useApi();
  const [fileName, setFileName] = useState<string | null>(null);
  const { run, isBusy, problem } = useAct(async () => {
    setFileName(null);
    const now = new Date();
    const table = await api.getUsageTable(addMonths(now, -12 * retention.usageDataYears));
    const name = `writing-ant-usage-${utcDayOf(now)}.csv`;
    saveFile(name, table);
    setFileName(name);
  });
  return (
    <>
      <div className="button-row">
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => run()}>
          {t('usage.table')}
        </Button>
      </div>
      <div className="max-w-[66ch]">
        {problem && (
          <Notice kind="error">
            <p>{t('usage.table.fault')}</p>
          </Notice>
        )}
        {fileName && <Notice kind="success">{t('usage.table.saved', { fileName })}</Notice>}
      </div>
    </>
  );
}
