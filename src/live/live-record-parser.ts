import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { Value } from '../schemas/values.ts';

/** Reads one record of a kind out of an answer; `path` is the request's, for the message where it cannot be read. */
export type LiveRecordParser = (answer: unknown, path: string) => LiveRecord;

const observed: z.ZodType<Value> = z.json();

/**
 * A parser of the platform's records of a kind, made from the kind's fields. It gives normal forms, leaves out what
 * the kind does not know (the platform may add fields at any time), and keeps apart a field that is absent from one
 * that is null. The parser throws ADSYNC_ANSWER_INVALID, naming path, id and field, for anything else.
 */
export function liveRecordParser(kind: Kind, accountId: string): LiveRecordParser {
  const { fields, envelope } = schemasOf(kind);
  return (answer, path) => {
    const outer = envelope.safeParse(answer);
    if (!outer.success) throw unreadable(kind, path, answer, outer.error);
    const inner = fields.safeParse(answer);
    if (!inner.success) throw unreadable(kind, path, answer, inner.error);
    return {
      kind: kind.name,
      accountId,
      id: outer.data.id,
      fields: present(inner.data),
      deleted: outer.data.deleted ?? false,
      updatedAt: outer.data.updated_at ?? undefined,
    };
  };
}

interface RecordSchemas {
  readonly envelope: z.ZodType<{
    readonly id: string;
    readonly deleted?: boolean | undefined;
    readonly updated_at?: string | null | undefined;
  }>;
  readonly fields: z.ZodType<Readonly<Record<string, Value | undefined>>>;
}

const envelope = z.object({
  id: z.string().min(1),
  deleted: z.boolean().optional(),
  updated_at: z.string().nullish(),
});
const byKind = new Map<string, RecordSchemas>();

function schemasOf(kind: Kind): RecordSchemas {
  const known = byKind.get(kind.name);
  if (known !== undefined) return known;
  const shape: Record<string, z.ZodType<Value | undefined>> = {};
  for (const wire of kind.observed) shape[wire] = observed.optional();
  for (const field of Object.values(kind.fields)) shape[field.wire] = field.type.live.optional();
  if (kind.parentField !== undefined) shape[kind.parentField] = z.string().min(1);
  const schemas = { envelope, fields: z.object(shape) };
  byKind.set(kind.name, schemas);
  return schemas;
}

function present(values: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  const fields: Record<string, Value> = {};
  for (const [wire, value] of Object.entries(values)) if (value !== undefined) fields[wire] = value;
  return fields;
}

const named = z.object({ id: z.string() });

function unreadable(kind: Kind, path: string, answer: unknown, error: z.ZodError): AdsyncError {
  const identified = named.safeParse(answer);
  const id = identified.success ? ` ${identified.data.id}` : '';
  const issue = error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'the record' : issue.path.join('.');
  return new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered a ${kind.title}${id} that cannot be read: ${field}: ${issue?.message ?? ''}`,
    { lines: [path], remedy: 'Nothing was changed because of it. Try again; if it stays, report the field.' },
  );
}
