import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { createTextApi } from '../../tests/factories/text-api.ts';

const linter = path.resolve('node_modules/@redocly/cli/bin/cli.js');

/** What the recommended rules find in a description, by rule. */
async function lint(description: string): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  try {
    writeFileSync(path.join(folder, 'openapi.json'), description);
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const options = { cwd: folder, env: environment, maxBuffer: 16 * 1024 * 1024 };
    const args = [linter, 'lint', 'openapi.json', '--extends=recommended', '--format=json', '--max-problems=1000'];
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; severity: string }[] };
    const found = Object.groupBy(problems, ({ ruleId, severity }) => `${severity} ${ruleId}`);
    return Object.fromEntries(Object.entries(found).map(([rule, all]) => [rule, all!.length]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the description has no error and no warning by the recommended rules of a linter', async () => {
  const api = await createTextApi({ SALES_OPEN: 'ch' });
  try {
    const { body } = await api.get(apiPaths.openapi);
    // Not the address of a test.
    const document = { ...JSON.parse(body), servers: [{ url: 'https://writing-ant.test' }] };
    if (process.env.OUT) writeFileSync(process.env.OUT, body);
    expect(await lint(JSON.stringify(document))).toEqual({});
    // That it looks at all: without its names, a description has warnings.
    const { operationId: _, security: __, ...nameless } = document.paths[apiPaths.health].get;
    const faulty = { ...document, paths: { [apiPaths.health]: { get: nameless } } };
    expect(await lint(JSON.stringify(faulty))).toMatchObject({
      'warn operation-operationId': 1,
      'error security-defined': 1,
    });
  } finally {
    await api.close();
  }
}, 60_000);
