import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aria2Line, curlLine, macosCheck, signatureCheck, windowsCheck } from './command-lines.ts';

const fileName = 'writing-ant-1.0.0-windows.exe';

test('the commands for Windows, curl, aria2 and minisign read as their manuals have them', () => {
  expect(windowsCheck({ fileName, sha256: 'ab12' })).toBe(
    `(Get-FileHash .\\${fileName} -Algorithm SHA256).Hash -eq "AB12"`,
  );
  expect(windowsCheck({ fileName, sha256: null })).toBe(`Get-FileHash .\\${fileName} -Algorithm SHA256`);
  const url = 'https://a.example/f?b=1&c=2';
  expect(curlLine({ platform: 'windows', fileName, url })).toBe(`curl.exe -L -C - -o ${fileName} "${url}"`);
  expect(curlLine({ platform: 'macos', fileName, url })).toBe(`curl -L -C - -o ${fileName} "${url}"`);
  expect(aria2Line(fileName, 'https://a.example/f', 'ab12')).toBe(
    `aria2c -c -x 4 -o ${fileName} --checksum=sha-256=ab12 "https://a.example/f"`,
  );
  expect(signatureCheck(fileName, 'RWQkey')).toBe(`minisign -Vm ${fileName} -P RWQkey`);
});

// The test's system supplies the format of shasum's lists; shasum itself is not installed everywhere.
test('the list that macOS checks is one that checksum programs accept, and refuse for another file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-check-'));
  try {
    const line = (content: string) =>
      macosCheck({ fileName, sha256: createHash('sha256').update(content).digest('hex') }).replace(
        'shasum -a 256 -c',
        'sha256sum -c',
      );
    writeFileSync(path.join(folder, fileName), 'the installer');
    expect(execFileSync('sh', ['-c', line('the installer')], { cwd: folder, encoding: 'utf8' })).toContain('OK');
    expect(() => execFileSync('sh', ['-c', line('another')], { cwd: folder, stdio: 'pipe' })).toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
