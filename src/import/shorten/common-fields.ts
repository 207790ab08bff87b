import type { Plain } from '../../config/plain.ts';
import { plainName } from '../../edit/flow-text.ts';
import type { Field } from '../../schemas/define-field.ts';
import type { Outline } from '../outline.ts';
import { entryLines } from '../render.ts';

/** Fields that a document says once for all resources of a kind, by kind. */
export type Defaults = ReadonlyMap<string, Outline['fields']>;

/** A value that fewer have in common is said with each of them. */
const fewestInCommon = 3;

/**
 * The values that most entries of a kind have, for fields that every one of its entries gives. Only fields that a new
 * resource needs: whoever declares another one beside these has to give them, so that no default reaches what is not
 * meant. No name, no time, and nothing that more spending can follow from.
 */
export function commonFields(account: Outline): Defaults {
  const byKind = Map.groupBy(entriesIn(account), ({ branch }) => branch.kind);
  const defaults = new Map<string, Outline['fields']>();
  for (const [kind, entries] of byKind) {
    if (kind.form !== undefined) continue;
    const common = Object.entries(kind.fields).flatMap(([name, field]) => {
      const value = isShared(name, field) ? commonValue(name, entries) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    if (common.length > 0) defaults.set(kind.name, common);
  }
  return defaults;
}

/** The account without what its defaults say. */
export function withoutCommon(outline: Outline, defaults: Defaults): Outline {
  const common = new Map(defaults.get(outline.branch.kind.name));
  return {
    ...outline,
    fields: outline.fields.filter(([name, plain]) => {
      const value = common.get(name);
      return value === undefined || plainName(value) !== plainName(plain);
    }),
    sections: outline.sections.map((section) => ({
      ...section,
      members: section.members.map((member) => withoutCommon(member, defaults)),
    })),
  };
}

function entriesIn(outline: Outline): readonly Outline[] {
  return outline.sections.flatMap(({ members }) => members.flatMap((each) => [each, ...entriesIn(each)]));
}

function isShared(name: string, { required, spending, type }: Field): boolean {
  return required === true && spending === undefined && name !== 'name' && type.name !== 'time';
}

function commonValue(name: string, entries: readonly Outline[]): Plain | undefined {
  const values = entries.flatMap((entry) =>
    entry.fields.flatMap(([each, plain]) => (each === name ? [{ entry, plain }] : [])),
  );
  if (values.length < entries.length) return undefined;
  // Left out of an entry in one line, it saves none.
  const inBlocks = values.filter(({ entry }) => entryLines(entry).length > 1);
  const groups = [...Map.groupBy(inBlocks, ({ plain }) => plainName(plain))];
  if (groups.length === 0) return undefined;
  const [text, most] = groups.reduce((one, other) => (other[1].length > one[1].length ? other : one));
  // What a template gives is known where it stands only.
  return most.length < fewestInCommon || text.includes('${') ? undefined : most[0]?.plain;
}
