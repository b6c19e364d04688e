import { beforeEach, describe, expect, it } from 'vitest';
import { AiFault } from '../../integrations/ai-provider.ts';
import { type Asked, createModelChain, type ModelChain, type Notice } from './model-chain.ts';

const [first, second, successor] = [
  { name: 'gpt-5' },
  { name: 'gpt-4.1' },
  { name: 'gpt-6-luna', from: '2026-12-11' },
] as const;

let now: Date;
let notices: Notice[];
let chain: ModelChain;
beforeEach(() => {
  now = new Date('2026-12-01T12:00:00.000Z');
  notices = [];
  chain = createModelChain([first, second, successor], { clock: () => now, notify: (notice) => notices.push(notice) });
});

const ask = (...tried: string[]) => chain.next(new Set(tried));
const nextName = (...tried: string[]) => ask(...tried)?.model.name;
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const fail = (times: number, fault = new AiFault('unavailable')) => {
  for (let i = 0; i < times; i++) chain.failed(ask()!, fault);
};

it('asks in order, each once, and a successor only once it has taken over', () => {
  expect([nextName(), nextName('gpt-5'), nextName('gpt-5', 'gpt-4.1')]).toEqual(['gpt-5', 'gpt-4.1', undefined]);
  now = new Date('2026-12-11T00:00:00.000Z');
  expect(nextName('gpt-5', 'gpt-4.1')).toBe('gpt-6-luna');
});

it('leaves a model alone after five failures in a row: 30 s, then twice as long each time, five minutes at most', () => {
  fail(4);
  chain.worked(ask()!);
  fail(5);
  let trial: Asked | undefined;
  for (const seconds of [30, 60, 120, 240, 300, 300]) {
    if (trial) chain.failed(trial, new AiFault('unavailable'));
    wait(seconds - 1);
    expect(nextName(), `after ${seconds - 1} s`).toBe('gpt-4.1');
    wait(1);
    trial = ask();
    // One tries; the others go on with the next model meanwhile.
    expect([trial?.model.name, nextName()]).toEqual(['gpt-5', 'gpt-4.1']);
  }
  chain.worked(trial!);
  expect([nextName(), nextName()]).toEqual(['gpt-5', 'gpt-5']);
  fail(5);
  wait(30);
  expect(nextName()).toBe('gpt-5');
});

it('hears nothing new from calls that were under way when it was left alone', () => {
  const underWay = Array.from({ length: 12 }, () => ask()!);
  for (const asked of underWay.slice(0, 10)) chain.failed(asked, new AiFault('unavailable'));
  wait(29);
  chain.worked(underWay[10]!);
  expect(nextName()).toBe('gpt-4.1');
  wait(1);
  const trial = ask()!;
  expect(trial.model.name).toBe('gpt-5');
  chain.failed(underWay[11]!, new AiFault('unavailable'));
  chain.worked(trial);
  expect(nextName()).toBe('gpt-5');
});

it('lets another try when nothing is heard of the first', () => {
  fail(5);
  wait(30);
  expect([nextName(), nextName()]).toEqual(['gpt-5', 'gpt-4.1']);
  wait(120);
  expect(nextName()).toBe('gpt-5');
});

it('tells once no model is left', () => {
  fail(5);
  expect(notices).toEqual([]);
  for (let i = 0; i < 5; i++) chain.failed(ask('gpt-5')!, new AiFault('unavailable', { code: 'late' }));
  expect([notices, chain.retryAfterSeconds()]).toEqual([[{ about: 'silent', what: 'models', code: 'late' }], 30]);
});

describe('without the moderation', () => {
  const notJudged = (fault = new AiFault('unavailable')) => chain.notJudged(chain.moderation.ask(), fault);

  it('nothing can be told: five failures in a row are told, and one tries again', () => {
    for (let i = 0; i < 4; i++) notJudged();
    expect([chain.moderation.isAwake, chain.retryAfterSeconds(), notices]).toEqual([true, 10, []]);
    notJudged();
    expect([chain.moderation.isAwake, chain.retryAfterSeconds()]).toEqual([false, 30]);
    expect(notices).toEqual([{ about: 'silent', what: 'moderation', code: 'unavailable' }]);
    wait(30);
    expect(chain.moderation.isAwake).toBe(true);
    const call = chain.moderation.ask();
    expect(chain.moderation.isAwake).toBe(false);
    chain.moderation.worked(call);
    expect(chain.moderation.isAwake).toBe(true);
  });

  it('patience is had as it asks, and a refused account is told', () => {
    notJudged(new AiFault('rate-limited', { retryAfterMs: 20_000 }));
    expect([chain.moderation.isAwake, chain.retryAfterSeconds()]).toEqual([false, 20]);
    notJudged(new AiFault('account', { code: 'invalid_api_key' }));
    expect([nextName(), chain.retryAfterSeconds()]).toEqual([undefined, 60]);
    expect(notices).toEqual([{ about: 'account', code: 'invalid_api_key' }]);
  });
});

it('skips a model for as long as it asks, a minute at most', () => {
  fail(1, new AiFault('rate-limited', { retryAfterMs: 7_000 }));
  expect([nextName(), chain.retryAfterSeconds()]).toEqual(['gpt-4.1', 1]);
  wait(7);
  expect(nextName()).toBe('gpt-5');
  fail(1, new AiFault('rate-limited', { retryAfterMs: 3_600_000 }));
  wait(60);
  expect(nextName()).toBe('gpt-5');
});

it('tells when every model asks for patience again and again, or fails', () => {
  const patience = new AiFault('rate-limited', { code: 'slow_down', retryAfterMs: 5_000 });
  chain.worked(ask('gpt-5')!);
  for (let i = 0; i < 5; i++) chain.failed(ask('gpt-5')!, new AiFault('unavailable'));
  for (let i = 0; i < 4; i++) {
    const atOnce = [ask()!, ask()!];
    for (const asked of atOnce) chain.failed(asked, patience);
    wait(5);
  }
  expect(notices).toEqual([]);
  fail(1, patience);
  expect(notices).toEqual([{ about: 'silent', what: 'models', code: 'slow_down' }]);
  wait(30);
  chain.worked(ask()!);
  fail(1, patience);
  expect(notices).toHaveLength(1);
});

it('asks nobody for a minute when the provider refuses our account', () => {
  fail(1, new AiFault('account', { code: 'insufficient_quota' }));
  expect([nextName(), chain.retryAfterSeconds()]).toEqual([undefined, 60]);
  expect(notices).toEqual([{ about: 'account', code: 'insufficient_quota' }]);
  wait(60);
  expect(nextName()).toBe('gpt-5');
});

it('retires a model that is gone until the list has it again', () => {
  fail(1, new AiFault('model-gone'));
  expect(notices).toEqual([{ about: 'retired', model: 'gpt-5' }]);
  wait(3_600);
  expect(nextName()).toBe('gpt-4.1');
  chain.learn([{ name: 'gpt-5', endsOn: null }]);
  expect([nextName(), nextName('gpt-5')]).toEqual(['gpt-5', undefined]);
});

it('stops with the day that the provider has announced', () => {
  chain.learn([first, second].map(({ name }) => ({ name, endsOn: name === 'gpt-5' ? '2026-12-11' : null })));
  now = new Date('2026-12-10T23:59:59.999Z');
  expect(nextName()).toBe('gpt-5');
  wait(0.001);
  expect(nextName()).toBe('gpt-4.1');
});

it('asks for the list once a day, and sooner after it was not told', () => {
  expect([chain.isLookDue(), chain.isLookDue()]).toEqual([true, false]);
  wait(300);
  expect(chain.isLookDue()).toBe(true);
  chain.learn([{ name: 'gpt-5', endsOn: null }]);
  wait(86_399);
  expect(chain.isLookDue()).toBe(false);
  wait(1);
  expect(chain.isLookDue()).toBe(true);
});

it('believes no list without any of our models, and asks for it again soon', () => {
  expect(chain.isLookDue()).toBe(true);
  chain.learn([{ name: 'omni-moderation-latest', endsOn: null }]);
  expect([nextName(), notices]).toEqual(['gpt-5', [{ about: 'unlisted' }]]);
  wait(300);
  expect(chain.isLookDue()).toBe(true);
});
