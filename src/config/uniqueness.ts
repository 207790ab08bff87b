import { isIdOf, ownValue, type Values } from '../schemas/values.ts';
import type { Declared } from './declared.ts';
import type { Report } from './problem-list.ts';

/** A declared resource with its values by wire name, references resolved. */
export interface Resolved {
  readonly declared: Declared;
  readonly fields: Values;
}

/**
 * Reports what two resources may not share: the id of one record, an account's id, and under one parent the natural
 * key, by which a record is recognised when the state does not know it.
 */
export function checkUniqueness(all: readonly Resolved[], report: Report): void {
  const ids = new Map<string, Declared>();
  const names = new Map<string, Declared>();
  const idByAddress = new Map(all.map(({ declared: { entry, id } }) => [entry.address, id]));
  for (const resolved of all) {
    const { declared } = resolved;
    const idKey = recordKey(declared);
    const nameKey = naturalKey(resolved, idByAddress);
    const sameId = idKey === undefined ? undefined : claim(ids, idKey, declared);
    const sameName = nameKey === undefined ? undefined : claim(names, nameKey, declared);
    if (sameId !== undefined) reportSameId(declared, sameId, report);
    else if (sameName !== undefined) reportSameName(declared, sameName, report);
  }
}

function claim(claimed: Map<string, Declared>, key: string, by: Declared): Declared | undefined {
  const first = claimed.get(key);
  if (first === undefined) claimed.set(key, by);
  return first;
}

function recordKey({ entry, id }: Declared): string | undefined {
  if (id === undefined) return undefined;
  // Ids are the platform's within an account; those of accounts are everybody's.
  const kind = entry.kind.import?.sameRecordsAs ?? entry.kind.name;
  return JSON.stringify([kind, entry.parent === undefined ? null : entry.accountKey, id]);
}

function naturalKey(
  { declared, fields }: Resolved,
  idByAddress: ReadonlyMap<string, string | undefined>,
): string | undefined {
  const { kind, parent } = declared.entry;
  const parts = kind.naturalKey
    .filter((wire) => wire !== kind.parentField)
    .map((wire) => ownValue(fields, wire));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const settled = parts.map((part) => (isIdOf(part) ? (idByAddress.get(part.id_of) ?? part) : part));
  return JSON.stringify([kind.name, parent?.address, ...settled]);
}

function reportSameId(declared: Declared, first: Declared, report: Report): void {
  const { entry, id } = declared;
  report(entry.place, {
    rule: 'duplicate-id',
    message: `${entry.kind.title} ${entry.key} has the id ${id} of ${first.entry.address}`,
    remedy: 'Declare each record once: remove one of the two, or correct its id.',
    related: { place: first.entry.place, label: 'first here' },
  });
}

function reportSameName({ entry }: Declared, first: Declared, report: Report): void {
  const { kind } = entry;
  const names = Object.entries(kind.fields).flatMap(([name, { wire }]) =>
    kind.naturalKey.includes(wire) ? [name] : [],
  );
  const isOfMatrix =
    first.entry.place.file === entry.place.file && first.entry.place.offset === entry.place.offset;
  report(entry.place, {
    rule: 'same-natural-key',
    ...(kind.duplicateCode === undefined ? {} : { code: kind.duplicateCode }),
    message: `${kind.title} ${entry.key} has the same ${names.join(' and ')} as ${first.entry.key}`,
    remedy: isOfMatrix
      ? `Use an axis of the matrix in ${names[0]}: adsync could not tell the two apart.`
      : `Change the ${names[0]} of one of them: adsync could not tell the two apart.`,
    ...(!isOfMatrix && { related: { place: first.entry.place, label: 'first here' } }),
  });
}
