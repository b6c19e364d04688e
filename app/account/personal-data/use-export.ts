import { useState } from 'react';
import { useApi } from '../../api-client/use-api.ts';
import { saveFile } from '../../components/save-file.ts';

/** Fetches everything stored of one's own account and hands it to the browser as a file. */
export function useExport() {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [fileName, setFileName] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const save = () => {
    setBusy(true);
    setFileName(null);
    setProblem(null);
    api
      .exportAccount()
      .then((answer) => {
        const name = `writing-ant-${answer.exportedAt.slice(0, 10)}.json`;
        saveFile(name, new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' }));
        setFileName(name);
      })
      .catch(setProblem)
      .finally(() => setBusy(false));
  };
  return { save, isBusy, fileName, problem };
}
