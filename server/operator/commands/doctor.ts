import { OperatorMistake, type SettingsCommand } from '../../contract/command.ts';
import { listDoctorChecks } from '../doctor/doctor-checks.ts';
import { type DoctorCheck, type Finding, wrong } from '../doctor/finding.ts';

/** Asks everything that the service needs and does not own. */
export const doctor: SettingsCommand = {
  kind: 'settings',
  name: 'doctor',
  usage: '',
  summary: 'Asks every setting and every outside service whether it works, and says what mends it; changes nothing',
  async work(config, args) {
    if (args.length) throw new OperatorMistake('doctor takes no arguments.');
    const findings: (Finding & Pick<DoctorCheck, 'name' | 'mends'>)[] = [];
    // One after the other: a library that is being loaded would let the answers to the others wait.
    for (const { name, mends, ask } of listDoctorChecks(config))
      findings.push({ name, mends, ...(await ask().catch((error) => wrong(tell(error)))) });
    const bad = findings.filter(({ state }) => state === 'wrong');
    return {
      lines: findings.flatMap(({ name, mends, state, found }) => [
        `${marks[state]} ${name}: ${found}`,
        ...(state === 'wrong' ? [`        ${mends}`] : []),
      ]),
      outcome: bad.length ? `wrong: ${bad.map(({ name }) => name).join(', ')}` : 'all well',
      failed: bad.length > 0,
    };
  },
};

const marks = { well: 'ok     ', wrong: 'WRONG  ', unset: 'not set' } as const;

/** In a line, with what is behind it: libraries say "fetch failed" and keep the cause to themselves. */
function tell(error: unknown): string {
  const words: string[] = [];
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    words.push([each.message, code && !each.message.includes(code) ? `(${code})` : ''].filter(Boolean).join(' '));
  }
  return [...new Set(words)].join(': ').replaceAll(/\s+/g, ' ').slice(0, 300) || String(error);
}
