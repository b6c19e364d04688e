import { type ComponentType, use } from 'react';
import { LoadFault } from './load-fault.ts';

/** A page, or a part of one, that is loaded when it is first needed. */
export interface LazyPage<Props extends object = object> {
  /** Loads the page's chunk and messages; returns the same promise until it fails and `forgetFailedLoads` is called. */
  preload(): Promise<unknown>;
  /** True once the page can be shown without waiting. */
  isReady(): boolean;
  Page: ComponentType<Props>;
}

/** Each forgets one load that failed. */
const failedLoads = new Set<() => void>();

/** Lets every page and part that failed to load retry the next time it is shown. */
export function forgetFailedLoads(): void {
  for (const forget of failedLoads) forget();
  failedLoads.clear();
}

/**
 * Like `React.lazy`, but a page that was loaded beforehand renders at once: the prerendered page is hydrated without
 * ever being replaced by the spinner, and a failed load can be retried.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let Ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  const preload = () => {
    if (!loading) {
      loading = load().then(
        (module) => {
          Ready = module.default;
          return Ready;
        },
        (cause) => {
          throw new LoadFault(String(cause), { cause });
        },
      );
      // Callers that await it see the failure; a prefetch that nobody awaits must not count as unhandled.
      loading.catch(() =>
        failedLoads.add(() => {
          loading = undefined;
        }),
      );
    }
    return loading;
  };

  return {
    preload,
    isReady: () => Ready !== undefined,
    Page: (props) => {
      // One component for both cases, so that its content is not mounted again once it is ready; no hook may follow.
      const Loaded = Ready ?? use(preload());
      return <Loaded {...props} />;
    },
  };
}
