import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AiStandIn, startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { type DesktopWorld, startDesktopWorld } from '../../tests/factories/desktop-app.ts';

let ai: AiStandIn;
let world: DesktopWorld;
beforeAll(async () => {
  ai = await startAiStandIn();
  world = await startDesktopWorld({ ...ai.settings, TEXT_MODELS: 'gpt-5' });
  expect((await world.signIn()).code).toBe(0);
}, 180_000);
beforeEach(() => ai.misbehave());
afterAll(async () => {
  await world.close();
  await ai.close();
});

const spoken = 'um so the the meeting about the annual report is moved to Thursday at ten. please bring the invoices';
const written = 'So the meeting about the annual report is moved to Thursday at ten. Please bring the invoices.';

const used = async () => /online: (\d+) of/.exec((await world.app(['status'])).out)?.[1];

it('gets a text from sign-in to done, and only what is done is printed', async () => {
  const { code, out, err } = await world.app(['enhance', '--seconds', '9'], {}, spoken);
  expect([code, out]).toEqual([0, written]);
  expect(err).toContain('Written by gpt-5; 44 online requests left.');
  const plain = await world.app(['enhance', '--json', ...spoken.split(' ')]);
  expect(JSON.parse(plain.out)).toMatchObject({ text: written, outcome: 'changed', aiGenerated: true });
  expect((await world.app(['structure', spoken])).out).toMatch(/^- /);
  expect(await used()).toBe('3');
});

it('asks again under the same id when the answer breaks off, and is counted once', async () => {
  const before = Number(await used());
  ai.misbehave({ models: { 'gpt-5': { status: 500 } } });
  const asking = world.app(['enhance'], {}, spoken);
  await expect
    .poll(() => ai.state.requests.filter(({ path }) => path.endsWith('/responses')).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  ai.misbehave();
  const { code, out, err } = await asking;
  expect([code, out], err).toEqual([0, written]);
  expect(Number(await used())).toBe(before + 1);
});

it('tells when a quota is used up, and until when', async () => {
  await world.api.database.kysely.updateTable('quota_counters').set({ used: 45 }).execute();
  const { code, out, err } = await world.app(['enhance'], {}, spoken);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^quota-exhausted: .* It starts anew at \d{4}-/);
});
