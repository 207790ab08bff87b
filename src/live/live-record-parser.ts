import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { Value } from '../schemas/values.ts';
import { withArticle } from '../schemas/with-article.ts';
import { type Seal, sealFields, sensitiveWires } from './seal.ts';

/** What a request names of the record that it is about, and an answer need not repeat. */
export interface Asked {
  readonly id?: string | undefined;
  readonly parentId?: string | undefined;
}

/** Reads one record of a kind out of an answer; `path` is the request's, for the message where it cannot be read. */
export type LiveRecordParser = (answer: unknown, path: string, asked?: Asked) => LiveRecord;

const observed: z.ZodType<Value> = z.json();
/** Longer than any id, and than the names that some records are known by. */
const longestId = 1000;
/** An id: text, or a bare number, of up to 64 bits (F-value-02). */
const idText = z.union([z.string().min(1).max(longestId), z.int().transform(String)]);

/**
 * A parser of the platform's records of a kind, made from the kind's fields. It gives normal forms, leaves out what
 * the kind does not know (the platform may add fields at any time), and keeps apart a field that is absent from one
 * that is null. One record may come as a list of one (F-request-07). Sensitive values become digests, and
 * are left out without a seal. The parser throws ADSYNC_ANSWER_INVALID, naming path, id and field, for anything else.
 */
export function liveRecordParser(kind: Kind, accountId: string, seal?: Seal): LiveRecordParser {
  const schemas = schemasOf(kind);
  return (answer, path, asked = {}) => {
    const record = named(kind, schemas, onlyOf(answer), asked);
    const outer = schemas.envelope.safeParse(record);
    if (!outer.success) throw unreadable(kind, path, answer, outer.error);
    const inner = schemas.fields.safeParse(record);
    if (!inner.success) throw unreadable(kind, path, answer, inner.error);
    return {
      kind: kind.name,
      accountId,
      id: outer.data.id,
      fields: sealFields(present(inner.data), schemas.sensitive, seal),
      deleted: outer.data.deleted ?? false,
      ...(typeof outer.data.created_at === 'string' && { createdAt: outer.data.created_at }),
      updatedAt: outer.data.updated_at ?? undefined,
    };
  };
}

/** The id that an answer shows for one record of the kind; `undefined` where it shows none. */
export function idShown(kind: Kind, answer: unknown): string | undefined {
  const record = object.safeParse(onlyOf(answer));
  const id = idText.safeParse(record.data?.[kind.idField ?? 'id']);
  return id.success ? id.data : undefined;
}

interface RecordSchemas {
  readonly envelope: z.ZodType<{
    readonly id: string;
    readonly deleted?: boolean | undefined;
    readonly created_at?: unknown;
    readonly updated_at?: string | null | undefined;
  }>;
  readonly fields: z.ZodType<Readonly<Record<string, Value | undefined>>>;
  /** Wire names whose value the record holds elsewhere, with the path to it. */
  readonly elsewhere: readonly (readonly [wire: string, path: readonly string[]])[];
  readonly sensitive: readonly string[];
}

const listOfOne = z.tuple([z.unknown()]);
const object = z.record(z.string(), z.unknown());
const envelope = z.object({
  id: idText,
  deleted: z.boolean().optional(),
  created_at: z.unknown().optional(),
  updated_at: z.string().nullish(),
});
const byKind = new WeakMap<Kind, RecordSchemas>();

function schemasOf(kind: Kind): RecordSchemas {
  const known = byKind.get(kind);
  if (known !== undefined) return known;
  const fields = Object.values(kind.fields).filter(({ readable }) => readable !== false);
  const shape: Record<string, z.ZodType<Value | undefined>> = {};
  for (const wire of kind.observed) shape[wire] = observed.optional();
  if (kind.referredBy !== undefined) shape[kind.referredBy] = observed.optional();
  for (const field of fields) shape[field.wire] = field.type.live.optional();
  if (kind.parentField !== undefined) shape[kind.parentField] = idText;
  const elsewhere = fields.flatMap(({ wire, readAs }) =>
    readAs === undefined ? [] : [[wire, readAs.split('.')] as const],
  );
  const schemas = { envelope, fields: z.object(shape), elsewhere, sensitive: sensitiveWires(kind) };
  byKind.set(kind, schemas);
  return schemas;
}

/** What was asked for one comes as a list of one from some endpoints. */
function onlyOf(answer: unknown): unknown {
  const list = listOfOne.safeParse(answer);
  return list.success ? list.data[0] : answer;
}

/** The record under the names that everything else knows it by, with what its request says of it. */
function named(kind: Kind, { elsewhere }: RecordSchemas, answer: unknown, asked: Asked): unknown {
  const { idField = 'id', parentField } = kind;
  const lacksParent = parentField !== undefined && asked.parentId !== undefined;
  if (idField === 'id' && elsewhere.length === 0 && !lacksParent && asked.id === undefined) return answer;
  const parsed = object.safeParse(answer);
  if (!parsed.success) return answer;
  const record = parsed.data;
  const own = kind.form === 'only' && kind.idField === undefined ? undefined : record[idField];
  return {
    ...record,
    ...Object.fromEntries(elsewhere.map(([wire, path]) => [wire, valueAt(record, path)])),
    ...(lacksParent && { [parentField]: record[parentField] ?? asked.parentId }),
    id: own ?? asked.id,
  };
}

function valueAt(record: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => object.safeParse(value).data?.[name], record);
}

function present(values: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  const fields: Record<string, Value> = {};
  for (const [wire, value] of Object.entries(values)) if (value !== undefined) fields[wire] = value;
  return fields;
}

function unreadable(kind: Kind, path: string, answer: unknown, error: z.ZodError): AdsyncError {
  const shown = idShown(kind, answer);
  const id = shown === undefined ? '' : ` ${shown}`;
  const issue = error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'the record' : issue.path.join('.');
  return new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered ${withArticle(kind.title)}${id} that cannot be read: ${field}: ${issue?.message ?? ''}`,
    { lines: [path], remedy: 'Nothing was changed because of it. Try again; if it stays, report the field.' },
  );
}
