import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { type FileCommand, OperatorMistake } from '../../contract/command.ts';
import { product } from '../../features.ts';

/** For whoever words or checks a mail: nothing is sent. */
export const mailPreview: FileCommand = {
  kind: 'files',
  name: 'mail preview',
  usage: '<folder>',
  summary: 'Writes every mail in every language into a folder, as HTML and text, with a page that lists them',
  async write([folder, ...rest]) {
    if (!folder || rest.length) throw new OperatorMistake('Give one folder.');
    const rows: string[] = [];
    for (const { kinds, sample, write } of product.letters)
      for (const kind of kinds) {
        const links: string[] = [];
        for (const locale of locales) {
          const { subject, html, text } = await write(kind, locale, sample(locale), 'https://www.example.com/');
          const name = `${kind}/${locale}`;
          mkdirSync(path.join(folder, kind), { recursive: true });
          writeFileSync(path.join(folder, `${name}.html`), html);
          writeFileSync(path.join(folder, `${name}.txt`), text);
          links.push(
            `<li><a lang="${locale}" href="${name}.html">${escapeMarkup(subject)}</a> (<a href="${name}.txt">text</a>)</li>`,
          );
        }
        rows.push(`<h2>${kind}</h2><ul>${links.join('')}</ul>`);
      }
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><h1>Mails</h1>${rows.join('\n')}</html>\n`;
    writeFileSync(path.join(folder, 'index.html'), page);
    return [`${rows.length} mails in ${locales.length} languages: ${path.join(folder, 'index.html')}`];
  },
};
