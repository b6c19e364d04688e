import { expect, it } from 'vitest';
import { createTestApi } from '../../tests/factories/api.ts';
import { createTestServer } from '../../tests/factories/server.ts';
import { settingsFor } from '../../tests/factories/server-process.ts';
import { readConfig } from './config.ts';

/** Every port that is named anywhere in a configuration, as a number or in an address. */
function portsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return [...value.matchAll(/^\w+:\/\/[^/]+:(\d+)/g)].map(([, port]) => Number(port));
  return Object.values(value ?? {}).flatMap(portsIn);
}

const readPorts = (config: object) => portsIn(JSON.parse(JSON.stringify(config)));

it('of tests reach nothing that somebody has running on this machine with the usual ports', async () => {
  const { login, text, cards, vat, mail, port } = readConfig({});
  const { inboxPort, smtpPort } = mail.standIn!;
  const usual = [login.standInPort, text.standInPort, cards?.port, vat.standInPort, inboxPort, smtpPort];
  expect(readPorts(readConfig({}))).toEqual(expect.arrayContaining(usual));
  expect(usual).toHaveLength(new Set(usual.filter((each) => each !== port)).size);

  const api = await createTestApi();
  const server = await createTestServer();
  const process = readConfig(settingsFor({ dataDir: '' } as Parameters<typeof settingsFor>[0], 12_345));
  for (const config of [api.config, server.config, process])
    expect(readPorts(config).filter((each) => usual.some((one) => one === each))).toEqual([]);
  await server.close();
  await api.close();
});
