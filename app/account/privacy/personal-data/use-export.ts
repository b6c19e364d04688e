import { useState } from 'react';
import { utcDayOf } from '../../../../shared/days.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** Fetches everything stored of one's own account and hands it to the browser as a file. */
export function useExport() {
  const api = useApi();
  const { locale } = useMessages();
  const [isBusy, setBusy] = useState(false);
  const [fileName, setFileName] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const save = () => {
    setBusy(true);
    setFileName(null);
    setProblem(null);
    api
      .getArchive(locale)
      .then((archive) => {
        const name = `writing-ant-${utcDayOf(new Date())}.zip`;
        saveFile(name, archive);
        setFileName(name);
      })
      .catch(setProblem)
      .finally(() => setBusy(false));
  };
  return { save, isBusy, fileName, problem };
}
