import { useSyncExternalStore } from 'react';
import { useSite } from '../site/site-context.ts';
import { pathStore } from './journey.ts';

/** The path of the page that is shown; changes with every navigation. */
export function usePath(): string {
  const { prerendered } = useSite();
  return useSyncExternalStore(pathStore.subscribe, pathStore.path, () => prerendered?.path ?? pathStore.path());
}
