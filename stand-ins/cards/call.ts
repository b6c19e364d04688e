import { z } from 'zod';
import { missing } from './api-error.ts';
import { type Kind, onWire, type Stored } from './objects.ts';
import type { CardsProvider } from './provider.ts';

/** One call of the provider's interface. `id` is what its address names. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  input: z.ZodType;
  run(provider: CardsProvider, input: never, id: string): { status: number; body: object };
}

/** Keeps the type of the input between the schema and what works with it. */
export function call<Input>(
  method: Call['method'],
  path: string,
  input: z.ZodType<Input>,
  run: (provider: CardsProvider, input: Input, id: string) => object,
): Call {
  return {
    method,
    path,
    input,
    run: (provider, given, id) => {
      const answer = run(provider, given, id);
      return answer instanceof Refusal ? { status: 402, body: answer.body } : { status: 200, body: onWire(answer) };
    },
  };
}

/** A refusal that leaves something behind, unlike an error. */
export class Refusal {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

export const text = z.string().min(1).max(5000);
export const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
export const nothing = z.strictObject({});

export function requireObject<Name extends Kind>(
  provider: CardsProvider,
  kind: Name,
  id: string,
  what: string,
  param?: string,
) {
  const object: Stored<Name> | undefined = provider.objects.find(kind, id);
  if (!object) throw missing(what, id, param);
  return object;
}
