import { describe, expect, it } from 'vitest';
import { decode, type Language, linksOf, open, partOf, partsOf, textOf } from './served.ts';

/** Title, description, cancel, home and back; a native translation of the English ones of the specification. */
const words: Record<Language, [string, string, string, string, string]> = {
  en: [
    '404 - Page Not Found',
    'The page you are looking for does not exist or has moved.',
    'Cancel redirect',
    'Go to the home page',
    'Go back',
  ],
  de: [
    '404 – Seite nicht gefunden',
    'Diese Seite gibt es nicht, oder sie ist umgezogen.',
    'Weiterleitung abbrechen',
    'Zur Startseite',
    'Zurück',
  ],
  sv: [
    '404 – Sidan hittades inte',
    'Sidan du söker finns inte eller har flyttats.',
    'Avbryt omdirigeringen',
    'Till startsidan',
    'Gå tillbaka',
  ],
  it: [
    '404 – Pagina non trovata',
    'La pagina che cerca non esiste o è stata spostata.',
    'Annulla il reindirizzamento',
    'Vai alla pagina iniziale',
    'Torna indietro',
  ],
  fr: [
    '404 – Page introuvable',
    'La page que vous cherchez n’existe pas ou a été déplacée.',
    'Annuler la redirection',
    'Aller à l’accueil',
    'Page précédente',
  ],
};

const each = Object.entries(words) as [Language, (typeof words)['en']][];

describe('2. 404 page', () => {
  it.each(each)('title, description and three buttons (%s)', async (language, [title, text, cancel, home, back]) => {
    const page = await open('/nowhere', language);
    expect(page.status).toBe(404);
    expect(textOf(partOf(page.html, 'h1'))).toBe(title);
    expect(textOf(partOf(page.html, 'title'))).toBe(`${title} – Writing Ant`);
    expect(page.main.split('\n')).toContain(text);
    const buttons = partsOf(partOf(page.html, 'main'), 'button').map(textOf);
    expect(buttons).toEqual([cancel, back]);
    const [first] = linksOf(partOf(page.html, 'main'));
    expect(first).toMatchObject({ words: home });
    expect(first!.href.replace(`?lang=${language}`, '')).toBe('/writing-ant');
  });

  it('redirects home after a countdown in seconds', async () => {
    const { html } = await open('/nowhere');
    const texts = JSON.parse(decode(/data-texts="([^"]*)"/.exec(html)?.[1] ?? '[]')) as string[];
    expect(texts).toHaveLength(11);
    expect(texts[1]).toBe('You will be taken to the home page in 1 second.');
    expect(texts[10]).toBe('You will be taken to the home page in 10 seconds.');
  });

  it('help text suggests contacting support', async () => {
    const page = await open('/nowhere');
    expect(page.main.replaceAll('\n', ' ')).toContain('If you think that this page should be here, contact support.');
    expect(linksOf(partOf(page.html, 'main')).map(({ href, words }) => [href, words])).toContainEqual([
      '/contact',
      'contact support',
    ]);
  });
});
