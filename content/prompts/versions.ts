import languages from './languages/2026-11-28.json' with { type: 'json' };

/** The versions in use, as dates. A change of a word is a new version: published ones never change (hashes.json). */
export const promptVersions = {
  enhance: '2026-11-28',
  structure: '2026-11-28',
  generate: '2026-11-28',
} as const;

/** What the prompts of these versions say of each language. */
export const promptLanguages = languages;
