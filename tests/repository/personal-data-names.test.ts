import { expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { personalDataParts } from '../../shared/personal-data-parts.ts';
import { readText } from './repository-files.ts';

it.each(locales)('in %s, the page and the file call what is kept of an account by the same names', (locale) => {
  const page = JSON.parse(readText(`content/messages/${locale}/personal-data.json`));
  const { parts } = JSON.parse(readText(`content/server/${locale}/data-archive.json`));
  for (const part of personalDataParts) expect(page[`personal-data.name.${part}`], part).toBe(parts[part]);
});
