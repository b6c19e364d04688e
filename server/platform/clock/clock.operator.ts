import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { OperatorMistake, type ServiceCommand } from '../../contract/command.ts';
import { PublicClock } from './clock.ts';

const unitsMs = { m: minuteMs, h: hourMs, d: dayMs } as const;

/** `2026-12-24T08:00:00Z`; a date alone is its first moment in UTC. */
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z)?$/;

export const clockSet: ServiceCommand = {
  kind: 'service',
  name: 'clock set',
  usage: '<ISO time in UTC>',
  summary: 'On a loopback address: sets the time of the service ahead, and does everything that is due by then',
  async work(service, [time = '', ...rest]) {
    if (rest.length || !isoTime.test(time) || Number.isNaN(Date.parse(time)))
      throw new OperatorMistake('Give a time such as 2026-12-24T08:00:00Z.');
    return moveTo(service, new Date(time));
  },
};

export const clockMove: ServiceCommand = {
  kind: 'service',
  name: 'clock move',
  usage: '<duration>',
  summary: 'The same by a duration: 30m, 12h or 30d',
  async work(service, [duration = '', ...rest]) {
    const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(duration) ?? [];
    if (rest.length || !amount) throw new OperatorMistake('Give a duration such as 30m, 12h or 30d.');
    const ms = Number(amount) * unitsMs[unit as keyof typeof unitsMs];
    return moveTo(service, new Date(service.clock.now().getTime() + ms));
  },
};

async function moveTo({ isPublic, clock, runDueJobs }: Parameters<ServiceCommand['work']>[0], time: Date) {
  if (isPublic) throw new OperatorMistake('The clock can only be set on a loopback address: nothing was done.');
  try {
    await clock.moveTo(time);
  } catch (error) {
    if (error instanceof PublicClock) throw new OperatorMistake(`${error.message} Nothing was done.`);
    if (!(error instanceof RangeError)) throw error;
    throw new OperatorMistake(`It is ${clock.now().toISOString()} already, and the clock is only set ahead.`);
  }
  const failed = await runDueJobs();
  const outcome = `set to ${time.toISOString()}${failed.length ? `, failed jobs: ${failed.join(', ')}` : ''}`;
  const done = failed.length
    ? `FAILED: ${failed.join(', ')}; the server’s log says why.`
    : 'What was due by then is done.';
  return { lines: [`The clock of the service is ${outcome}.`, done], outcome, failed: failed.length > 0 };
}
