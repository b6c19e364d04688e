import { expect, it } from 'vitest';
import { createTurns } from './use-answer.ts';

it('an earlier question that is answered later says nothing new', () => {
  const takeTurn = createTurns();
  const [first, second] = [takeTurn(), takeTurn()];
  expect([second(), first()]).toEqual([true, false]);
  expect(takeTurn()()).toBe(true);
});

it('an earlier question that is answered first counts until the later one is answered', () => {
  const takeTurn = createTurns();
  const [first, second] = [takeTurn(), takeTurn()];
  expect([first(), second()]).toEqual([true, true]);
});

it('what an act has told is newer than every question before it, and older than the next', () => {
  const takeTurn = createTurns();
  const asked = takeTurn();
  takeTurn()();
  expect(asked()).toBe(false);
  expect(takeTurn()()).toBe(true);
});
