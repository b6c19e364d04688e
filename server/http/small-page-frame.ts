import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { imprint } from '../../shared/business/imprint.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { mark, markDots, markLimbs } from '../../shared/mark.ts';
import { escapeMarkup } from '../../shared/markup.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { preloadedFonts } from '../../shared/preloaded-fonts.ts';

/** What stands above and below a page that the server writes by itself: the site's own words, look and ways. */

const [displayFont, textFont] = preloadedFonts;

/** The site's colours and sizes (app/styles/theme.css); where its fonts cannot be had, those of the reader's machine. */
export const style = `@font-face{font-family:Fraunces;src:url(${displayFont});font-weight:350 650;font-display:swap}
@font-face{font-family:"Instrument Sans";src:url(${textFont});font-weight:400 700;font-display:swap}
*{box-sizing:border-box;margin:0}
html{color-scheme:dark;background:#0c0b0a;color:#f4efe6;scrollbar-color:#786e5f #0c0b0a;scrollbar-gutter:stable;-webkit-font-smoothing:antialiased}
body{display:flex;flex-direction:column;min-height:100dvh;font:1rem/1.6 "Instrument Sans",system-ui,sans-serif;overflow-wrap:break-word}
.width{width:min(100% - 2*clamp(1.25rem,.6rem + 2.6vw,2.5rem),75rem);margin-inline:auto}
header{position:sticky;top:0;height:4rem;border-bottom:1px solid #38322a;background:#0c0b0a}
header .width{display:flex;align-items:center;height:100%}
a{color:inherit}a:focus-visible,button:focus-visible{outline:2px solid #ffb238;outline-offset:2px}
.logo{display:inline-flex;align-items:center;gap:.75rem;padding-block:.5rem;font:520 1.3125rem/1 Fraunces,Georgia,serif;letter-spacing:-.015em;text-decoration:none}
.logo svg{width:auto;height:1.75rem;fill:none;stroke-linecap:round}
main{flex:1;padding-block:clamp(2.5rem,1.9rem + 2.4vw,4.5rem) clamp(3.5rem,2.5rem + 4.2vw,6rem)}
h1{max-width:24ch;font:440 clamp(2.125rem,1.5rem + 3.1vw,3.8147rem)/1.06 Fraunces,Georgia,serif;letter-spacing:-.022em;text-wrap:balance;hyphens:auto;hyphenate-limit-chars:12 5 5}
main p{max-width:38rem;margin-top:1.25rem;text-wrap:pretty}
.act{margin-top:2rem}
.action{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.625rem 1.5rem;border:1px solid #ffb238;border-radius:999px;background:#ffb238;color:#0c0b0a;font:600 1rem/1.25 "Instrument Sans",system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
.action:hover{border-color:#ffc667;background:#ffc667}
main p a:not(.action){text-decoration:underline;text-decoration-color:#ffb238;text-underline-offset:.3em}
footer .width{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.75rem 2rem;padding-block:1.5rem 2rem;border-top:1px solid #38322a;color:#b9b0a1;font-size:.875rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding:0;list-style:none}
footer a{display:inline-block;padding-block:.3125rem;text-decoration:none}footer a:hover{color:#f4efe6;text-decoration:underline;text-decoration-color:#ffb238;text-underline-offset:.3em}
footer p{padding-block:.3125rem}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}header{view-transition-name:site-header}}`;

const markImage = `<svg width="36" height="26" viewBox="${mark.viewBox}" aria-hidden="true"><g fill="#ffb238">${markDots()}</g><g stroke="#ffb238" stroke-width="1.5"><path d="${markLimbs()}"/></g><path stroke="currentcolor" stroke-width="2.4" d="${mark.line}"/></svg>`;

const wordsSchema = z.object({
  'layout.home': z.string(),
  'layout.footer.legal': z.string(),
  'layout.menu.contact': z.string(),
  'layout.legal.privacy': z.string(),
  'layout.legal.accessibility': z.string(),
  'layout.legal.impressum': z.string(),
});

/** Those of every page, read where they stand. */
const words = Object.fromEntries(
  locales.map((locale) => {
    const file = path.join(import.meta.dirname, `../../content/messages/${locale}/layout.json`);
    return [locale, wordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))];
  }),
) as Record<Locale, z.infer<typeof wordsSchema>>;

const ways = {
  'layout.menu.contact': paths.contact,
  'layout.legal.privacy': paths.privacy,
  'layout.legal.accessibility': paths.accessibility,
  'layout.legal.impressum': paths.impressum,
} as const;

/** The mark, which leads home. */
export function header(locale: Locale, siteOrigin: string): string {
  const home = escapeMarkup(siteOrigin + localizedPath(paths.landing, locale));
  return `<header><div class="width"><a class="logo" href="${home}" aria-label="${escapeMarkup(words[locale]['layout.home'])}">${markImage}<span>Writing Ant</span></a></div></header>`;
}

/** Who this is, and the ways that nobody may have to search for. */
export function footer(locale: Locale, siteOrigin: string): string {
  const { companyName, street, postalCode, town } = imprint;
  const entries = Object.entries(ways).map(
    ([name, way]) =>
      `<li><a href="${escapeMarkup(siteOrigin + localizedPath(way, locale))}">${escapeMarkup(words[locale][name as keyof typeof ways])}</a></li>`,
  );
  return `<footer><div class="width"><p>${escapeMarkup(`${companyName}, ${street}, ${postalCode} ${town}`)}</p>
<nav aria-label="${escapeMarkup(words[locale]['layout.footer.legal'])}"><ul>${entries.join('')}</ul></nav></div></footer>`;
}
