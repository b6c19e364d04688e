/** Clock and calendar of a time zone; without them, everything here counts in UTC. */

export interface ZoneTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Creating one takes fifty times as long as using it; there is one zone in the code. */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  calendars.set(timeZone, known);
  return known;
}

/** What clock and calendar of the zone show at `instant`; months count from 1. */
export function zoneTimeAt(instant: Date, timeZone: string): ZoneTime {
  const parts = Object.fromEntries(
    calendarOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return parts as unknown as ZoneTime;
}

/**
 * The instant at which the clock of the zone shows `time` (`11:00`) on a day; months count from 1, days may overflow. A
 * time that a change of the clock leaves out is the one an hour later.
 */
export function instantAt(year: number, month: number, day: number, time: string, timeZone: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  let instant = new Date(wanted);
  // The offset of the first guess may belong to another moment: near a clock change it needs a second pass.
  for (let look = 0; look < 2; look++) {
    const shown = zoneTimeAt(instant, timeZone);
    const reading = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
    instant = new Date(instant.getTime() + wanted - reading);
  }
  return instant;
}
