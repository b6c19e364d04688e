/** A file that the visitor chose to save to; `cancelled` when the dialog was left, `impossible` when it did not come. */
export type SavePlace = FileSystemFileHandle | 'cancelled' | 'impossible';

/** Whether a page fetches a file itself where it can: in one part, a file gains nothing by it. */
export function isFetchedByPage(parts: { sha256: readonly string[] } | null | undefined): boolean {
  return (parts?.sha256.length ?? 0) > 1 && canWriteFiles();
}

/** Whether this browser lets a page write to a file that the visitor chooses, and keep parts of it until then. */
function canWriteFiles(): boolean {
  // The last two are younger than the rest: browsers without them get the plain link.
  const needed = ['storage' in navigator, 'locks' in navigator, 'any' in AbortSignal, 'withResolvers' in Promise];
  return typeof window.showSaveFilePicker === 'function' && needed.every(Boolean);
}

/**
 * Asks where to save. Browsers show the dialog only as an answer to an action of the visitor, so nothing may be awaited
 * before this is called.
 */
export async function chooseSavePlace(fileName: string): Promise<SavePlace> {
  try {
    return await window.showSaveFilePicker!({ id: 'installer', suggestedName: fileName, startIn: 'downloads' });
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'cancelled' : 'impossible';
  }
}

/** Whether the page may write to a file chosen earlier; asks the visitor where that is needed and `ask` is true. */
export async function mayWrite(place: FileSystemFileHandle, ask: boolean): Promise<boolean> {
  const mode = { mode: 'readwrite' } as const;
  const known = await place.queryPermission?.(mode);
  const state = known === 'prompt' && ask ? await place.requestPermission?.(mode) : known;
  return state === 'granted';
}
