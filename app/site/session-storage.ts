/** Reads an entry of this tab's session storage; undefined where storage is blocked or the entry is not valid JSON. */
export function readSessionEntry(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes an entry, or removes it with `undefined`. Where storage is blocked, nothing is stored. */
export function writeSessionEntry(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked or full: the page keeps working, it only forgets.
  }
}
