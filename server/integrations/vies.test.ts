import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startViesStandIn } from '../../tests/factories/vies-stand-in.ts';
import { connectVies, readRegisteredName } from './vies.ts';

let standIn: Awaited<ReturnType<typeof startViesStandIn>> | undefined;
let silent: Server | undefined;
afterEach(async () => {
  await standIn?.close();
  silent?.closeAllConnections();
  silent?.close();
});

async function start(judges?: (number: string) => string): Promise<string> {
  standIn = await startViesStandIn(judges);
  return standIn.url;
}

it('knows a number, does not know it, or says nothing', async () => {
  const register = connectVies(await start());
  const verdicts = ['IT12345670017', 'IT00743110157', 'SE999999999901'].map(
    async (number) => (await register.check(number)).verdict,
  );
  expect(await Promise.all(verdicts)).toEqual(['valid', 'invalid', 'unavailable']);
});

it('keeps what the register said, word for word', async () => {
  const { raw } = await connectVies(await start()).check('IT12345670017');
  expect(JSON.parse(raw!)).toMatchObject({ isValid: true, userError: 'VALID', vatNumber: '12345670017' });
});

it.each([
  'MS_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'MS_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'VAT_BLOCKED',
  'IP_BLOCKED',
  'ANYTHING_NEW',
  'BROKEN',
])('%s is no verdict on the number', async (fault) => {
  const { verdict, raw } = await connectVies(await start(() => fault)).check('IT12345670017');
  expect(verdict).toBe('unavailable');
  expect(raw).toMatch(fault === 'BROKEN' ? 'Bad Gateway' : fault);
});

it('a number that the register cannot read is not valid', async () => {
  const { verdict } = await connectVies(await start(() => 'INVALID_INPUT')).check('IT1');
  expect(verdict).toBe('invalid');
});

it('a register that is not there, or never answers, says nothing', async () => {
  expect(await connectVies('http://127.0.0.1:9').check('IT12345670017')).toEqual({ verdict: 'unavailable', raw: null });
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent!.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  expect(await connectVies(`http://127.0.0.1:${port}`, 50).check('IT12345670017')).toEqual({
    verdict: 'unavailable',
    raw: null,
  });
});

it('asks for nothing but the number', async () => {
  const asked: string[] = [];
  const url = await start((number) => {
    asked.push(number);
    return 'VALID';
  });
  await connectVies(url).check('IT../../x');
  expect(asked).toEqual(['IT../../x']);
});

it.each([
  ['MUSTER S.P.A.', 'MUSTER S.P.A.'],
  ['  MUSTER\n S.P.A. ', 'MUSTER S.P.A.'],
  ['---', null],
  ['', null],
  [undefined, null],
])('a name that is told as %j is %j', (name, expected) => {
  expect(readRegisteredName(JSON.stringify({ isValid: true, userError: 'VALID', name }))).toBe(expected);
});

it('an answer that is none has no name', () => {
  expect(readRegisteredName('<h1>Bad Gateway</h1>')).toBe(null);
});
