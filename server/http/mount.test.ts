import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../shared/endpoints.ts';
import { mount } from './mount.ts';

type Renaming = { params: { id: string }; body: { name: string }; answer: { name: string } };
const rename: Endpoint<Renaming, 'own'> = { method: 'PUT', path: '/things/:id', by: 'own' };
const params = z.object({ id: z.string() });
const thing = z.object({ name: z.string() });

it('an endpoint stands behind the sign-in that it tells, before whatever else it asks', async () => {
  const app = fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  const passed: string[] = [];
  const pass = (what: string) => ({ onRequest: async () => void passed.push(what) });
  const guards = { requireSession: pass('own'), requireEitherClient: pass('shared') };
  const schema = { summary: 'Rename', params, body: thing, response: { 200: thing } };
  mount(app, rename, guards, { schema, ...pass('limit') }, async ({ params: { id }, body }) => {
    passed.push(id);
    return body;
  });
  const answer = await app.inject({ method: 'PUT', url: '/things/1', payload: { name: 'one' } });
  expect(answer.json()).toEqual({ name: 'one' });
  expect(passed).toEqual(['own', 'limit', '1']);
  expect((await app.inject({ method: 'PUT', url: '/things/1', payload: { name: 1 } })).statusCode).toBe(400);
});

it('other schemas than the endpoint’s, and a sign-in that nobody asks for, are refused', () => {
  const guards = { requireSession: { onRequest: async () => {} } };
  const whole = { summary: 'Rename', params, body: thing, response: { 200: thing } };
  const handler = async () => ({ name: 'one' });
  // @ts-expect-error another body
  mount(fastify(), rename, guards, { schema: { ...whole, body: z.object({ name: z.number() }) } }, handler);
  const { body: _, ...bodiless } = whole;
  // @ts-expect-error no body
  mount(fastify(), rename, guards, { schema: bodiless }, handler);
  // @ts-expect-error another answer
  mount(fastify(), rename, guards, { schema: { ...whole, response: { 200: params } } }, async () => ({ id: '1' }));
  // @ts-expect-error nobody asks who it is
  expect(() => mount(fastify(), rename, {}, { schema: whole }, handler)).toThrow('/things/:id is not guarded');
});
