import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { minifySync } from 'rolldown/utils';

const directory = path.resolve(import.meta.dirname, '../../app/site/inline');

/** A script or style that stands in the page itself, with the hash by which the content security policy admits it. */
export interface Inline {
  text: string;
  /** `sha256-…` as in a CSP source list. */
  hash: string;
}

/** `text` with its CSP hash. */
export function inline(text: string): Inline {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}

function readScript(name: string): Inline {
  const source = fs.readFileSync(path.join(directory, name), 'utf8');
  const { code, errors } = minifySync(name, source);
  if (errors.length > 0) throw new Error(`app/site/inline/${name}: ${errors[0]!.message}`);
  return inline(code.trim());
}

/** The scripts of every page. They are constant, so that one hash each covers the whole site. */
export interface InlineScripts {
  chooseLanguage: Inline;
  askConsent: Inline;
  afterFirstFrame: Inline;
  startPage: Inline;
  loadLater: Inline;
}

export function readInlineScripts(): InlineScripts {
  return {
    chooseLanguage: readScript('choose-language.js'),
    askConsent: readScript('ask-consent.js'),
    afterFirstFrame: readScript('after-first-frame.js'),
    startPage: readScript('start-page.js'),
    loadLater: readScript('load-later.js'),
  };
}
