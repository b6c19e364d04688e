import * as z from 'zod/mini';
import { type textEvents, textRequest } from '../../../shared/api/text.ts';
import { repeats } from '../../../shared/business/text-service.ts';

export const eventStream = 'text/event-stream';

export const textHeaders = {
  // The routes look first whether it is a UUID, so that its absence has a problem of its own.
  'idempotency-key': described(z.string(), {
    format: 'uuid',
    description:
      `A UUID of the client for this request. The same request under the same key is counted once: what was not answered is written anew, ` +
      `what was answered at most ${repeats.max} times within ${repeats.withinMinutes} minutes.`,
    examples: ['0198f0c2-5f0e-7c1d-9a43-3f5d1c2b7a10'],
  }),
  accept: described(z.optional(z.string()), {
    description: `With ${eventStream}: the text while it is written; otherwise JSON once it is.`,
    examples: [eventStream],
  }),
};

const { transcript, language, vocabulary, previous, recording } = textRequest.shape;
described(transcript, {
  description:
    'As it was recognized, without control characters but tabs and ends of lines. How long it may be depends on the recording, or on the longest one of the plan.',
});
described(language, { description: 'Of the transcript, and of the text that is written.' });
described(vocabulary, {
  description: 'Terms of the user’s list; only those that resemble something in the transcript are used.',
});
described(previous, {
  description: 'The end of what the same user dictated before; never the text of other programs.',
});
described(recording, {
  description:
    'Where the transcript is that of a recording that was not reported yet; without it, the call counts all the same.',
});

/** A string with what is in it, with its events by name. */
export const eventsText = described(z.string(), {
  description: [
    'Server-sent events. Each has the lines `event: <name>` and `data: <JSON>` and ends with an empty line; lines that begin with a colon mean nothing.',
    '`start` comes first; `delta` continues a preview and `restart` voids it; `done` or `error` comes last. Only the text of `done` may be used.',
    'What the user did not say is told once it has been judged, so a short text may come with `done` alone.',
    'A stream without `done` and `error` was cut. `x-events` has the schema of the JSON of each event.',
  ].join(' '),
  'x-events': {
    start: refTo('TextStart'),
    delta: refTo('TextDelta'),
    restart: refTo('TextRestart'),
    done: refTo('TextAnswer'),
    error: refTo('Problem'),
  } satisfies Record<keyof typeof textEvents | 'error', object>,
});

function refTo(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** What a text is refused with, besides what every call of the app is. */
export const textProblems = [
  'account-throttled',
  'app-version-not-supported',
  'content-not-allowed',
  'daily-ceiling-reached',
  'idempotency-key-missing',
  'idempotency-key-reused',
  'quota-exhausted',
  'recording-too-long',
  'request-already-answered',
  'request-in-progress',
  'text-service-blocked',
  'text-service-unavailable',
  'too-many-open-requests',
  'transcript-too-long',
] as const;

function described<Schema extends z.ZodMiniType>(schema: Schema, meta: Record<string, unknown>): Schema {
  z.globalRegistry.add(schema, meta);
  return schema;
}
