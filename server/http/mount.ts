import type {
  ContextConfigDefault,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';
import type { Endpoint, Told, Who } from '../../shared/endpoints.ts';
import type { ProblemCode } from '../../shared/problems.ts';
import { eitherClientSecurity, type SessionGuards, sessionSecurity } from './authentication.ts';

/** A schema of `Content`; nothing has to be given where there is none. */
type SchemaOf<Content> = z.ZodMiniType<Exclude<Content, undefined>>;

/** The schemas of what the endpoint says of itself, under the names of the framework. */
type Schemas<What extends Told> = {
  summary: string;
  description?: string;
  headers?: z.ZodMiniType;
  problems?: readonly ProblemCode[];
} & {
  [Part in keyof What & ('params' | 'body') as undefined extends What[Part] ? never : Part]: SchemaOf<What[Part]>;
} & ('query' extends keyof What ? { querystring: SchemaOf<What['query']> } : object) & {
    response: 'answer' extends keyof What
      ? Readonly<Partial<Record<200 | 201, SchemaOf<What['answer']> | FileSchema<What['answer']>>>>
      : { 204: z.ZodMiniType<null> };
  };

/** An answer that is not JSON, by its media type. */
interface FileSchema<Answer> {
  description: string;
  content: Readonly<Record<string, { schema: SchemaOf<Answer> }>>;
}

/** Guards of whoever has to be signed in; nobody's endpoints need none. */
type Guards<By extends Who> = By extends 'own'
  ? Pick<SessionGuards, 'requireSession'>
  : By extends 'shared'
    ? Pick<SessionGuards, 'requireEitherClient'>
    : object;

type Options<What extends Told, Given extends Schemas<What>> = { schema: Given } & Pick<
  RouteShorthandOptions,
  'onRequest' | 'preHandler' | 'config'
>;

/**
 * Mounts an endpoint, behind the sign-in that it says it needs, and describes it. `onRequest` comes after the sign-in.
 */
export function mount<What extends Told, By extends Who, const Given extends Schemas<What>>(
  app: FastifyInstance,
  endpoint: Endpoint<What, By>,
  guards: Guards<By>,
  { schema, onRequest, ...others }: Options<What, Given>,
  handler: RouteHandlerMethod<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    RouteGenericInterface,
    ContextConfigDefault,
    Given,
    ZodTypeProvider
  >,
): void {
  const { method, path, by } = endpoint as Endpoint;
  const { requireSession, requireEitherClient } = guards as SessionGuards;
  const guard = by === 'own' ? requireSession : requireEitherClient;
  if (by !== 'anybody' && !guard) throw new Error(`${path} is not guarded.`);
  const behind = by !== 'anybody' && { security: by === 'own' ? sessionSecurity : eitherClientSecurity };
  app.withTypeProvider<ZodTypeProvider>().route({
    ...others,
    method,
    url: path,
    onRequest: [...(behind ? [guard.onRequest] : []), ...[onRequest ?? []].flat()],
    schema: { ...schema, ...behind },
    handler: handler as never,
  });
}
