import type { FeatureDependencies } from './feature.ts';

/** Opens something that several features use: whichever asks first opens it, and the others get the same. */
export function oncePerServer<Value>(
  open: (deps: FeatureDependencies) => Promise<Value>,
): (deps: FeatureDependencies) => Promise<Value> {
  const opened = new WeakMap<FeatureDependencies['config'], Promise<Value>>();
  return (deps) => {
    const known = opened.get(deps.config) ?? open(deps);
    opened.set(deps.config, known);
    return known;
  };
}
