import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parseSettings, withSetting } from './settings-file.ts';

it('reads values bare and quoted, as a shell does', () => {
  const text = [
    '# A comment',
    '; another one, for systemd',
    '',
    'SITE_ORIGIN=https://www.example.com',
    "DATABASE_URL='postgres://a:b@db.example/x?sslmode=verify-full&sslrootcert=/etc/ca.pem'",
    'MAIL_FROM="Writing Ant <post@example.com>"',
    'EMPTY=',
  ].join('\n');
  const { settings, faults } = parseSettings(text);
  expect(faults).toEqual([]);
  expect(settings).toEqual({
    SITE_ORIGIN: 'https://www.example.com',
    DATABASE_URL: 'postgres://a:b@db.example/x?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    MAIL_FROM: 'Writing Ant <post@example.com>',
    EMPTY: '',
  });
  for (const [name, value] of Object.entries(settings)) {
    const script = `${text.replace(/^;.*$/m, '')}\nprintf %s "$${name}"`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(value);
  }
});

it('refuses what two readers could take in two ways, by line and name and never with the value', () => {
  const { settings, faults } = parseSettings(
    ['A=x\\y', "B='one'two", 'C="$HOME"', 'D="`id`"', 'export E=1', 'F=1', 'F=2', 'G=tab\there', "H='open"].join('\n'),
  );
  expect(settings).toEqual({ F: '1' });
  const inside = 'has a quote, a backslash or a control inside its value';
  expect(faults).toEqual([
    `line 1: A ${inside}`,
    `line 2: B ${inside}`,
    `line 3: C ${inside}`,
    `line 4: D ${inside}`,
    'line 5: this is no NAME=value',
    'line 7: F is there twice',
    `line 8: G ${inside}`,
    `line 9: H ${inside}`,
  ]);
});

it('writes a setting where it stands, where its comment stands, or at the end, and reads back what it wrote', () => {
  const before = '# About mail\n#MAIL_FROM=\nSMTP_URL=smtp://old\n';
  const values = { SMTP_URL: 'smtps://user:p$&w@mail.example', MAIL_FROM: 'a b@example.com', NEW: 'x' };
  const after = Object.entries(values).reduce((text, [name, value]) => withSetting(text, name, value), before);
  expect(after).toBe("# About mail\nMAIL_FROM='a b@example.com'\nSMTP_URL='smtps://user:p$&w@mail.example'\nNEW=x\n");
  expect(parseSettings(after).settings).toEqual(values);
  for (const value of ["it's", 'back\\slash', 'two\nlines'])
    expect(() => withSetting('', 'A', value)).toThrow('A may have');
});
