import { type ComponentType, use } from 'react';

/** A page, or a part of one, that is loaded when it is first needed. */
export interface LazyPage<Props extends object = object> {
  /** Loads the page's chunk and messages; the same promise until `forget`. */
  preload(): Promise<unknown>;
  /** True once the page can be shown without waiting. */
  isReady(): boolean;
  /** Drops a failed load, so that the next showing tries again. */
  forget(): void;
  Page: ComponentType<Props>;
}

/**
 * Like `React.lazy`, but a page that was loaded beforehand renders at once: the prerendered page is hydrated without
 * ever being replaced by the spinner, and a failed load can be repeated.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let Ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let hasFailed = false;

  const preload = () => {
    loading ??= load().then((module) => {
      Ready = module.default;
      return Ready;
    });
    // Whoever awaits it hears of the failure; a prefetch that nobody awaits must not count as unhandled.
    loading.catch(() => {
      hasFailed = true;
    });
    return loading;
  };

  function Later(props: Props) {
    const Loaded = use(preload());
    return <Loaded {...props} />;
  }

  return {
    preload,
    isReady: () => Ready !== undefined,
    forget: () => {
      if (hasFailed) loading = undefined;
      hasFailed = false;
    },
    Page: (props) => (Ready ? <Ready {...props} /> : <Later {...props} />),
  };
}
