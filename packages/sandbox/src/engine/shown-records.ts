import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, isList, type Value } from '../value.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { World } from '../world/world.ts';
import type { Resource } from './resource.ts';

interface Shown {
  readonly by: string;
  readonly fields: Fields;
  /** With the comma that goes before it. */
  readonly text: Buffer;
}

const end = Buffer.from(']}');
const recordsRemembered = 10_000;
const remembered = new WeakMap<World, Map<StoredRecord, Shown>>();
const texts = new WeakMap<readonly Value[], readonly Buffer[]>();

/**
 * Records as a list shows them. Clients read the same lists again and again, so that the form and the JSON of records
 * are remembered for kinds that say what else than the record they depend on.
 */
export function showList(
  resource: Resource,
  records: readonly StoredRecord[],
  world: World,
  params: Fields,
): readonly Fields[] {
  const { shownBy } = resource;
  if (shownBy === undefined) return records.map((record) => resource.show(record, world, params));
  const known = remembered.get(world) ?? new Map<StoredRecord, Shown>();
  remembered.set(world, known);
  const shown = records.map((record) => {
    const by = shownBy(record, world);
    const before = known.get(record);
    if (before?.by === by) return before;
    const fields = resource.show(record, world, params);
    const now = { by, fields, text: Buffer.from(`,${printJson(fields)}`) };
    if (known.size >= recordsRemembered) known.clear();
    known.set(record, now);
    return now;
  });
  const list = shown.map(({ fields }) => fields);
  texts.set(
    list,
    shown.map(({ text }) => text),
  );
  return list;
}

/** The JSON of an answer, with what is known already of the records of a list. */
export function printAnswer(body: Value): string | Buffer {
  const list = isFields(body) ? body['data'] : undefined;
  const [first, ...rest] = (isList(list) ? texts.get(list) : undefined) ?? [];
  if (!isFields(body) || first === undefined) return printJson(body);
  const { data: _data, ...others } = body;
  // Joined as bytes, since they are counted and sent as such.
  const start = Buffer.from(`${printJson(others).slice(0, -1)},"data":[`);
  return Buffer.concat([start, first.subarray(1), ...rest, end]);
}
