import fs from 'node:fs';

/** Processor time of a process since it started, in milliseconds: user and system time, in ticks of 10 ms (proc(5)). */
export function cpuMsOf(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
