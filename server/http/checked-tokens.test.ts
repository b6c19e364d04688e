import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { CheckedTokens } from './checked-tokens.ts';

const { publicKey: key } = generateKeyPairSync('ed25519');
const checked = (userId: string) => ({
  session: {
    client: 'website' as const,
    userId,
    sessionId: 'session_1',
    issuedAt: 0,
    permissions: [],
    featureFlags: [],
  },
  keyId: 'key-1',
  key,
  expiresAt: 0,
});

it('keeps what was found good, and only so much of it', () => {
  const tokens = new CheckedTokens(2);
  for (const user of ['user_1', 'user_2', 'user_3']) tokens.keep(`token of ${user}`, checked(user));
  expect(tokens.find('token of user_1')).toBeUndefined();
  expect(tokens.find('token of user_2')?.session.userId).toBe('user_2');
  tokens.forget('token of user_2');
  expect(tokens.find('token of user_2')).toBeUndefined();
  expect(tokens.find('token of user_3')?.session.userId).toBe('user_3');
});
