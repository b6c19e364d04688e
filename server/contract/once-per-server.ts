import type { FeatureDependencies } from './feature.ts';

/** Opens something that several features use: the first to ask opens it, the others get the same instance. */
export function oncePerServer<Value, Deps extends Pick<FeatureDependencies, 'config'> = FeatureDependencies>(
  open: (deps: Deps) => Promise<Value>,
): (deps: Deps) => Promise<Value> {
  const opened = new WeakMap<FeatureDependencies['config'], Promise<Value>>();
  return (deps) => {
    const known = opened.get(deps.config) ?? open(deps);
    opened.set(deps.config, known);
    return known;
  };
}
