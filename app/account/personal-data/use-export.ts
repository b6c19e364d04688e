import { useState } from 'react';
import { useApi } from '../../api-client/use-api.ts';

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
        saveFile(name, JSON.stringify(answer, null, 2));
        setFileName(name);
      })
      .catch(setProblem)
      .finally(() => setBusy(false));
  };
  return { save, isBusy, fileName, problem };
}

function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
