import { expect, it } from 'vitest';
import { styleOfPage, withoutFonts } from './page-style.ts';

const css = [
  '@font-face{font-family:A;src:url(/a.woff2)}',
  ':root{--ink:#000}',
  '.card{color:red}',
  '.card[data-open] > p:hover{color:#00f}',
  '.other .card{color:green}',
  '@media print{.other{display:none}#top{display:block}}',
  ':is(.other,.card):focus-visible{outline:1px solid}',
  ':is(.other,.another) p{margin:0}',
  '.md\\:w-1\\/2{width:50%}',
].join('');

const bodies = ['<main id="top"><p class="card md:w-1/2">Text</p></main>', '<main><b class="strong">Text</b></main>'];

it('has the rules for what is on the page in any language, in whatever state', () => {
  expect(styleOfPage(css, bodies)).toBe(
    [
      '@font-face{font-family:A;src:url(/a.woff2)}',
      ':root{--ink:#000}',
      '.card{color:red}',
      '.card[data-open]>p:hover{color:#00f}',
      '@media print{#top{display:block}}',
      ':is(.other,.card):focus-visible{outline:1px solid}',
      '.md\\:w-1\\/2{width:50%}',
    ].join(''),
  );
});

it('leaves the fonts to the pages', () => {
  expect(withoutFonts(css)).not.toContain('@font-face');
  expect(withoutFonts(css)).toContain('.other .card{color:green}');
});
