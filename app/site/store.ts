/** Who listens to a store, for `useSyncExternalStore`. */
export interface Listeners {
  /** Calls `listener` after each change; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Tells all of them that something has changed. */
  tell(): void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}
