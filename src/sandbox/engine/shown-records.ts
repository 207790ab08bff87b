import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, isList, type Value } from '../value.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { World } from '../world/world.ts';
import type { Resource } from './resource.ts';

interface Shown {
  readonly by: string;
  readonly fields: Fields;
}

const recordsRemembered = 10_000;
const remembered = new WeakMap<World, Map<StoredRecord, Shown>>();
const texts = new WeakMap<Fields, string>();

/**
 * A record as a list shows it. Clients read the same lists again and again, so that the form and the JSON of records
 * are remembered for kinds that say what else than the record they depend on.
 */
export function shownInList(resource: Resource, record: StoredRecord, world: World, params: Fields): Fields {
  const by = resource.shownBy?.(record, world);
  if (by === undefined) return resource.show(record, world, params);
  const known = remembered.get(world) ?? new Map<StoredRecord, Shown>();
  const before = known.get(record);
  if (before?.by === by) return before.fields;
  const fields = resource.show(record, world, params);
  texts.set(fields, printJson(fields));
  if (known.size >= recordsRemembered) known.clear();
  remembered.set(world, known.set(record, { by, fields }));
  return fields;
}

/** The JSON of an answer, with what is known already of the records of a list. */
export function printAnswer(body: Value): string {
  if (!isFields(body) || !isList(body['data'])) return printJson(body);
  const { data, ...others } = body;
  const [first] = data;
  if (!isFields(first) || !texts.has(first)) return printJson(body);
  const records = data.map((item) => (isFields(item) ? texts.get(item) : undefined) ?? printJson(item));
  return `${printJson(others).slice(0, -1)},"data":[${records.join(',')}]}`;
}
