/**
 * A file that the visitor chose to save to; `cancelled` when the dialog was dismissed, `impossible` when it did not
 * open.
 */
export type SavePlace = FileSystemFileHandle | 'cancelled' | 'impossible';

/** Whether a page should fetch a file itself where it can: a file in one part gains nothing by it. */
export function isFetchedByPage(parts: { sha256: readonly string[] } | null | undefined): boolean {
  return (parts?.sha256.length ?? 0) > 1 && canWriteFiles();
}

/** Whether this browser lets a page write to a file that the visitor chooses, and store parts of it until then. */
function canWriteFiles(): boolean {
  // The last two are newer than the rest: browsers without them get the plain link.
  const needed = ['storage' in navigator, 'locks' in navigator, 'any' in AbortSignal, 'withResolvers' in Promise];
  return typeof window.showSaveFilePicker === 'function' && needed.every(Boolean);
}

/**
 * Asks where to save. Browsers show the dialog only in answer to an action of the visitor, so nothing may be awaited
 * before this is called.
 */
export async function chooseSavePlace(fileName: string): Promise<SavePlace> {
  try {
    return await window.showSaveFilePicker!({ id: 'installer', suggestedName: fileName, startIn: 'downloads' });
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'cancelled' : 'impossible';
  }
}

/** Removes a chosen file that nothing came into: nobody should take it for the installer. */
export async function removeIfEmpty(place: FileSystemFileHandle): Promise<void> {
  try {
    if ((await place.getFile()).size === 0) await place.remove?.();
  } catch {
    // It is gone, or not ours to touch.
  }
}

/** Whether the page may write to a file chosen earlier; asks the visitor if necessary and `ask` is true. */
export async function mayWrite(place: FileSystemFileHandle, ask: boolean): Promise<boolean> {
  const mode = { mode: 'readwrite' } as const;
  const known = await place.queryPermission?.(mode);
  const state = known === 'prompt' && ask ? await place.requestPermission?.(mode) : known;
  return state === 'granted';
}
