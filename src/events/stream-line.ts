import { hash } from 'node:crypto';
import { z } from 'zod';
import { parseJson, rewriteJson } from '../platform/json.ts';

/** An activity event, as it came. */
export interface ActivityEvent {
  /** Tells it from every other event: the platform's own id of it, else a digest of the line. */
  readonly id: string;
  /** Such as `profile.update.bio` (F-event-04); undefined where the platform does not say. */
  readonly type: string | undefined;
  /** Its JSON in one line, every number as the platform wrote it. */
  readonly text: string;
  /** The value of the JSON, with integers beyond 2^53 - 1 as texts of digits. */
  readonly body: unknown;
}

/** What a line of a stream is: an event, a message of the platform about the stream, or nothing that can be read. */
export type StreamLine =
  | { readonly kind: 'event'; readonly event: ActivityEvent }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'unreadable' };

const eventSchema = z.looseObject({
  data: z.looseObject({
    event_uuid: z.string().min(1).optional().catch(undefined),
    event_type: z.string().optional().catch(undefined),
  }),
});
const messageSchema = z.object({
  errors: z.array(z.looseObject({ title: z.string().optional(), detail: z.string().optional() })).min(1),
});
const longestId = 100;

/** Reads a line of a stream, or the body of a delivery to a webhook (F-event-06, F-event-13). Never throws. */
export function readStreamLine(line: string): StreamLine {
  const body = bodyOf(line);
  const event = eventSchema.safeParse(body);
  if (event.success) {
    const { event_uuid: uuid, event_type: type } = event.data.data;
    const id = uuid === undefined || uuid.length > longestId ? hash('sha256', uuid ?? line, 'hex') : uuid;
    return {
      kind: 'event',
      event: {
        id,
        type,
        body,
        // Most that come again are never shown.
        get text() {
          return rewriteJson(line);
        },
      },
    };
  }
  const message = messageSchema.safeParse(body);
  if (!message.success) return { kind: 'unreadable' };
  const said = message.data.errors.map(({ title, detail }) => [title, detail].filter(Boolean).join(': '));
  return { kind: 'message', text: said.join('; ') };
}

function bodyOf(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    // RangeError: it is nested more deeply than the stack reaches.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
