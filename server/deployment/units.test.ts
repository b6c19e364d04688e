import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeProxy } from './proxy.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const units = fs.readdirSync(deploy).filter((name) => name.endsWith('.service'));
const canAnalyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].some((file) => fs.existsSync(file));

it.runIf(canAnalyze)('exposes no more than 1.5 of 10 in any unit', () => {
  expect(units.length).toBe(3);
  for (const unit of units) {
    // It ends with 1 above the threshold, which is in tenths.
    const args = ['security', '--offline=true', '--no-pager', '--threshold=15', path.join(deploy, unit)];
    const told = execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    expect(told).toContain('Overall exposure level');
  }
});

it('runs what a version brings, as the service, in every unit', () => {
  for (const unit of units) {
    const text = fs.readFileSync(path.join(deploy, unit), 'utf8');
    expect(text).toContain('User=writing-ant\n');
    const [, program = ''] = /^ExecStart=\/opt\/writing-ant\/current\/(\S+)/m.exec(text) ?? [];
    expect(program).toMatch(/^(deploy\/writing-ant|node_modules\/\.bin\/node)$/);
  }
});

it('gives the proxy the names of the machine', () => {
  const text = describeProxy('ant.example', { chain: '/c.pem', key: '/k.pem' }, [4000]);
  expect(text).not.toContain('www.example.com');
  expect(text).toContain('    server 127.0.0.1:4000 max_fails=0;\n    keepalive');
  expect(text).toContain('ssl_certificate     /c.pem;');
  expect(text).toContain('ssl_certificate_key /k.pem;');
  expect(text).toContain('return 301 https://ant.example$request_uri;');
});
