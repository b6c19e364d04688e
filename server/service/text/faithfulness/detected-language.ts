/** From so many characters on, a language is told reliably. */
const charactersWithLanguage = 40;

/** ISO 639-1; undefined where a text is too short to tell. */
export async function findLanguage(text: string): Promise<string | undefined> {
  if (text.trim().length < charactersWithLanguage) return undefined;
  // Loaded with the first text: it takes as long as half the server, and most processes are commands of operators.
  const { eld } = await import('eld/small');
  const detected = eld.detect(text);
  return detected.isReliable() ? detected.language : undefined;
}
