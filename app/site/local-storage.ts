/** Reads an entry that outlives the tab; undefined where storage is blocked or the entry is not valid JSON. */
export function readLocalEntry(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes an entry. False where the browser stores nothing. */
export function writeLocalEntry(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Removes an entry, if there is one. */
export function removeLocalEntry(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: there is nothing to remove.
  }
}
