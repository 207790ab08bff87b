import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isIdOf, ownValue, type Value } from '../schemas/values.ts';

/** A record as the document and the state know it, before anything was read. */
export interface RecordQuery {
  readonly kind: string;
  readonly id: string | undefined;
  /** The parts of its natural key, by which it may be adopted; none where one of them is not known. */
  readonly key: readonly (Value | { readonly query: RecordQuery })[];
}

/**
 * Gives for an address the record to look for: by the id of the document or of the state's entry, also of one that
 * moves, and by its natural key; `undefined` where nobody knows the address.
 */
export function createRecordQueries(
  document: DesiredDocument,
  entryAt: (address: string) => StateEntry | undefined,
): (address: string) => RecordQuery | undefined {
  const resources = new Map(document.resources.map((resource) => [resource.address, resource]));
  const known = new Map<string, RecordQuery | undefined>();
  const entryOf = (address: string): StateEntry | undefined => {
    const old = document.moved.find(({ to }) => address === to || address.startsWith(`${to}/`));
    return entryAt(address) ?? (old && entryAt(old.from + address.slice(old.to.length)));
  };
  const keyOf = (resource: DesiredResource): RecordQuery['key'] => {
    const kind = kindNamed(resource.kind);
    const parts: RecordQuery['key'][number][] = [];
    for (const wire of kind.naturalKey) {
      const value =
        wire === kind.parentField && resource.parent !== undefined
          ? { id_of: resource.parent }
          : ownValue(resource.fields, wire);
      const query = isIdOf(value) ? seek(value.id_of) : undefined;
      if (value === undefined || value === null || (isIdOf(value) && query === undefined)) return [];
      parts.push(query === undefined ? value : { query });
    }
    return parts;
  };
  const seek = (address: string): RecordQuery | undefined => {
    if (known.has(address)) return known.get(address);
    // Until it is known, for a reference that leads back to itself.
    known.set(address, undefined);
    const resource = resources.get(address);
    const entry = entryOf(address);
    const kind = resource?.kind ?? entry?.kind;
    const key = resource === undefined ? [] : keyOf(resource);
    const query = kind === undefined ? undefined : { kind, id: resource?.id ?? entry?.id, key };
    known.set(address, query);
    return query;
  };
  return seek;
}

/** What a search found. */
export interface Found {
  /** Ids of records that are there, or may be where their kind was not read. */
  readonly ids: readonly string[];
  /** The id of a record that is not there any more. */
  readonly gone: readonly string[];
}

/**
 * Searches live records: by id, and where that one is not there any more, by natural key, which several may have.
 * `isComplete` says of which kinds all records are given.
 */
export function createRecordSearch(
  records: readonly LiveRecord[],
  isComplete: (kind: string) => boolean,
): (query: RecordQuery) => Found {
  const existing = once(() => records.filter(({ deleted }) => !deleted));
  // An account may hold far more records than anybody looks for.
  const ids = once(() => new Set(existing().map(({ kind, id }) => `${kind} ${id}`)));
  const byKey = once(() => Map.groupBy(existing(), keyText));
  const found = new Map<RecordQuery, Found>();
  const find = (query: RecordQuery): Found => {
    const known = found.get(query) ?? search(query);
    found.set(query, known);
    return known;
  };
  const search = ({ kind, id, key }: RecordQuery): Found => {
    if (id !== undefined && (ids().has(`${kind} ${id}`) || !isComplete(kind))) return { ids: [id], gone: [] };
    const alternatives = key.map((part) => (isQuery(part) ? find(part.query).ids : [part]));
    const texts = key.length === 0 ? [] : combinations(alternatives).map((parts) => textOf(kind, parts));
    const alike = texts.flatMap((text) => byKey().get(text) ?? []).map((record) => record.id);
    return { ids: alike, gone: id === undefined ? [] : [id] };
  };
  return find;
}

/** Work that is done when its result is first asked for. */
function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

function isQuery(part: RecordQuery['key'][number]): part is { readonly query: RecordQuery } {
  return typeof part === 'object' && part !== null && 'query' in part;
}

function keyText({ kind, fields }: LiveRecord): string {
  return textOf(
    kind,
    kindNamed(kind).naturalKey.map((wire) => ownValue(fields, wire) ?? null),
  );
}

function textOf(kind: string, parts: readonly Value[]): string {
  return JSON.stringify([kind, ...parts]);
}

function combinations(alternatives: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  return alternatives.reduce<readonly (readonly Value[])[]>(
    (begun, next) => begun.flatMap((parts) => next.map((part) => [...parts, part])),
    [[]],
  );
}
