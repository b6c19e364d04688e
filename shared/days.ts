import { dayMs } from './durations.ts';

/** A day of the calendar, `2026-12-09`. It compares as text. */
export type Day = string;

/** Whether it is written as a day, and the calendar has it. */
export const isDay = (written: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) && addDays(written, 0) === written;

/** The moment at which the day starts in UTC. */
export const utcStartOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** The day on which a moment lies in UTC. */
export const utcDayOf = (instant: Date): Day => instant.toISOString().slice(0, 10);

/** So many days later, or earlier where `days` is negative. */
export const addDays = (day: Day, days: number): Day => utcDayOf(new Date(utcStartOf(day).getTime() + days * dayMs));

/** How many days `until` comes after `from`. */
export const daysBetween = (from: Day, until: Day): number =>
  (utcStartOf(until).getTime() - utcStartOf(from).getTime()) / dayMs;
