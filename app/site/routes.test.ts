import { expect, it } from 'vitest';
import { notFoundRoute, routes } from './routes.ts';

it('a page loads the file that the build looks for', () => {
  const wrong = [...routes, notFoundRoute].filter(
    ({ source, load }) => !String(load).includes(source.slice('app/'.length)),
  );
  expect(wrong.map(({ source, load }) => [source, String(load)])).toEqual([]);
});
