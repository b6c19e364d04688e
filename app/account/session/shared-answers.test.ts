import { afterEach, expect, test, vi } from 'vitest';
import { shareAnswers } from './shared-answers.ts';

const segment = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
const answer = (fields: object = {}, claims: object = {}) =>
  JSON.stringify({
    access_token: `${segment({})}.${segment({ iat: 5, exp: 305, ...claims })}.c`,
    refresh_token: 'rt_2',
    ...fields,
  });
const refresh = { grant_type: 'refresh_token' };

const delivering = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Two tabs of a browser; `pass` lets time go by. */
function openTabs() {
  let nowMs = 1000;
  const tab = () => shareAnswers(() => nowMs);
  return { one: tab(), other: tab(), pass: (ms: number) => (nowMs += ms) };
}

afterEach(() => vi.restoreAllMocks());

test('a tab takes over what another was just answered, once', async () => {
  const { one, other } = openTabs();
  one.share(answer());
  await delivering();
  expect(other.take(refresh)).toBe(answer());
  expect(other.take(refresh)).toBeNull();
  expect(one.take(refresh)).toBeNull();
});

test('an answer that is not new any more is asked for again', async () => {
  const { one, other, pass } = openTabs();
  one.share(answer());
  await delivering();
  pass(5_000);
  expect(other.take(refresh)).toBeNull();
  one.share(answer({}, { exp: 9 }));
  await delivering();
  pass(2_000);
  expect(other.take(refresh)).toBeNull();
});

test('another session, another organization and a code have answers of their own', async () => {
  const { one, other } = openTabs();
  const takes = async (question: object, body = answer()) => {
    one.share(body);
    await delivering();
    return other.take(question) !== null;
  };
  expect(await takes({ ...refresh, refresh_token: 'rt_2' })).toBe(true);
  expect(await takes({ ...refresh, refresh_token: 'rt_1' })).toBe(false);
  expect(await takes({ ...refresh, organization_id: 'org_1' })).toBe(false);
  expect(await takes({ ...refresh, organization_id: 'org_1' }, answer({}, { org_id: 'org_1' }))).toBe(true);
  expect(await takes(refresh, answer({ organization_id: 'org_1' }))).toBe(false);
  expect(await takes({ grant_type: 'authorization_code', code: 'x' })).toBe(false);
});
