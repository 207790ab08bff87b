import type { Entry } from '../config/entries.ts';
import { entryOf, type LocatedScalar } from '../config/located.ts';
import type { Plain } from '../config/plain.ts';
import { sourceOf } from '../config/problem-list.ts';
import type { Written } from './candidates.ts';
import type { SingleEdit } from './edit.ts';
import type { Group, NamedField } from './group.ts';
import { keepStyle } from './keep-style.ts';
import { inclusion, namesIn } from './matrix-lists.ts';
import { addressOf, placeName, writtenEntry } from './places-of-fields.ts';
import type { Slot } from './syntax.ts';

/** A field that is to say another value, and that no single edit serves. */
interface Open {
  readonly accepted: NamedField;
  readonly plain: Plain;
}

/** The same where all combinations of the entry's matrix share one value that is written out. */
interface Shared extends Open {
  readonly entry: Entry;
  readonly combination: ReadonlyMap<string, string>;
  readonly located: LocatedScalar;
}

/**
 * Edits that give some combinations of a matrix another value of a field: the field takes its value from the matrix,
 * whose `include` says the old one for all and the live ones for those. `left`: the fields that this does not serve.
 */
export function matrixGroups(
  written: Written,
  wanted: readonly Open[],
): { readonly groups: readonly Group[]; readonly left: ReadonlySet<NamedField> } {
  const shared = wanted.flatMap((open) => sharedValue(written, open) ?? []);
  const groups = Map.groupBy(shared, ({ located }) => placeName(located))
    .values()
    .toArray()
    .flatMap((group) => groupOf(written, group) ?? []);
  const served = new Set(groups.flatMap(({ fields }) => fields));
  return {
    groups,
    left: new Set(wanted.map(({ accepted }) => accepted).filter((each) => !served.has(each))),
  };
}

function sharedValue({ uses }: Written, open: Open): Shared | undefined {
  const { address, field } = open.accepted;
  const entry = uses.entries.get(address);
  const located = entryOf(entry?.body, field)?.value;
  if (entry === undefined || located?.type !== 'scalar' || typeof open.plain !== 'string') return undefined;
  const { combination, included } = writtenEntry(entry) ?? {};
  const isWritten =
    located.text !== null && located.template === undefined && uses.othersAt(located).size === 0;
  if (combination === undefined || included !== undefined || !isWritten) return undefined;
  const own = new Set(uses.addressesAt(entry.place));
  const isOnlyHere = [...uses.fieldsAt(located)].every((name) => own.has(addressOf(name)));
  return isOnlyHere ? { ...open, entry, combination, located } : undefined;
}

function groupOf({ syntaxOf }: Written, group: readonly Shared[]): Group | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { entry, located } = first;
  const { field } = first.accepted;
  const file = syntaxOf(entry.place.file.path);
  const holder = file?.pairs.get(entry.place.offset);
  const slot = syntaxOf(located.file.path)?.values.get(located.offset);
  if (holder === undefined || slot?.file !== holder.file || namesIn(holder).has(field)) return undefined;
  const edits = includeEdits(holder, group);
  if (edits.includes(undefined)) return undefined;
  const write: SingleEdit = { type: 'write', slot, located, plain: `\${matrix.${field}}` };
  return {
    edit: { type: 'several', slot: holder, edits: [write, ...edits.filter((edit) => edit !== undefined)] },
    fields: group.map(({ accepted }) => accepted),
    gone: [],
    added: [],
    at: sourceOf(located),
  };
}

function includeEdits(holder: Slot, group: readonly Shared[]): readonly (SingleEdit | undefined)[] {
  const [first] = group;
  if (first === undefined) return [];
  const { field } = first.accepted;
  const old = first.located.text;
  const type = first.entry.kind.fields[field]?.type.name ?? '';
  const others = group.map(({ combination, plain }) => ({
    ...Object.fromEntries(combination),
    [field]: keepStyle(type, plain, old),
  }));
  return [{ [field]: old }, ...others].map((said) => inclusion(holder, literalIn(said)));
}

/** Characters of a value that would begin a template stand for themselves. */
function literalIn(said: Readonly<Record<string, Plain>>): Plain {
  return Object.fromEntries(
    Object.entries(said).map(([name, plain]) => [
      name,
      typeof plain === 'string' ? plain.replaceAll('${', () => '$${') : plain,
    ]),
  );
}
