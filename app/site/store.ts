/** The listeners of a store, for `useSyncExternalStore`. */
export interface Listeners {
  /** Calls `listener` after each change; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Notifies all of them of a change. */
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
