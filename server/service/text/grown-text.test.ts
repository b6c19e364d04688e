import { expect, it } from 'vitest';
import { GrownText } from './grown-text.ts';

it('is what was added, however many pieces it came in', () => {
  for (const count of [0, 1, 63, 64, 65, 1_000]) {
    const pieces = Array.from({ length: count }, (_, index) => `word ${index} — `);
    const text = new GrownText();
    for (const piece of pieces) text.add(piece);
    expect(text.toString()).toBe(pieces.join(''));
    expect(text.isEmpty).toBe(count === 0);
  }
});
