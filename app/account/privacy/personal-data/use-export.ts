import { useState } from 'react';
import { utcDayOf } from '../../../../shared/days.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** Fetches everything stored of one's own account and hands it to the browser as a file. */
export function useExport() {
  const api = useApi();
  const { locale } = useMessages();
  const [fileName, setFileName] = useState<string | null>(null);
  const { run, isBusy, problem } = useAct(async () => {
    setFileName(null);
    const archive = await api.getArchive(locale);
    const name = `writing-ant-${utcDayOf(new Date())}.zip`;
    saveFile(name, archive);
    setFileName(name);
  });
  return { run, isBusy, fileName, problem };
}
