import { registerHooks } from 'node:module';

/** As serve-site.ts does; at its end it says which packages it has loaded, in a line that begins with `loaded`. */
const packages = new Set<string>();
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name) packages.add(name);
    return next(url, context);
  },
});
process.on('exit', () => console.error(`loaded ${[...packages].toSorted().join(' ')}`));
await import('./serve-site.ts');
