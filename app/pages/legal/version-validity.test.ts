import { expect, test } from 'vitest';
import type { Translate } from '../../messages/use-messages.ts';
import { sayValidity } from './version-validity.ts';

const t = ((id: string, values: object) => `${id}: ${Object.values(values).join(', ')}`) as Translate;
const say = (version: string, next?: string) =>
  sayValidity({ t, locale: 'en' }, version, next, (each) => each > '2026-11-22').replaceAll('\u00a0', ' ');

test('a version that was replaced is past, and one that applied for a day names it once', () => {
  expect(say('2025-08-01', '2026-11-21')).toBe('legal.archive.was: 1 August 2025, 20 November 2026');
  expect(say('2026-11-21', '2026-11-22')).toBe('legal.archive.was.one-day: 21 November 2026');
});

test('what applies today, or from a day to come, is not past', () => {
  expect(say('2025-08-01', '2026-11-23')).toBe('legal.archive.until: 1 August 2025, 22 November 2026');
  expect(say('2026-12-24', '2026-12-25')).toBe('legal.archive.one-day: 24 December 2026');
  expect(say('2026-11-22')).toBe('legal.archive.since: 22 November 2026');
  expect(say('2026-11-23')).toBe('legal.archive.from: 23 November 2026');
});
