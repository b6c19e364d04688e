import { expect, test } from 'vitest';
import { blocksOf } from './release-notes.tsx';

test('notes in plain text become paragraphs and lists', () => {
  expect(blocksOf('Faster start.\nAnd calmer.\n\n- one\n- two\n  goes on\n\nThe end.\n')).toEqual([
    { kind: 'paragraph', text: 'Faster start. And calmer.' },
    { kind: 'list', entries: ['one', 'two goes on'] },
    { kind: 'paragraph', text: 'The end.' },
  ]);
  expect(blocksOf('')).toEqual([]);
});
