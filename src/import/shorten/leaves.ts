import type { FieldType } from '../../schemas/define-field.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { mapTexts } from '../map-texts.ts';
import type { Outline } from '../outline.ts';

/** A text of an entry, with what stands beneath it. */
export interface Leaf {
  readonly text: string;
  /** What to call it: the field, or the sort of the member of a set. */
  readonly name: string;
  readonly type: FieldType | undefined;
  /** A part of it may stand for something: a name, a web address or a key, and no amount, time or choice. */
  readonly isFreeText: boolean;
}

const freeTexts: ReadonlySet<string> = new Set(['text', 'web address']);

/** The entry with each of its texts, keys included, put through `write`; always in the same order. */
export function mapLeaves(outline: Outline, write: (leaf: Leaf) => string): Outline {
  const { kind } = outline.branch;
  const sort = kind.form === 'set' ? sortOf(outline) : undefined;
  const key =
    outline.key === ''
      ? ''
      : write({ text: outline.key, name: kind.name, type: undefined, isFreeText: true });
  const fields = outline.fields.map(([name, plain]) => {
    const type = kind.fields[name]?.type;
    const isFreeText = freeTexts.has(type?.name ?? '');
    const leafName = name === 'type' ? name : (sort ?? name);
    const mapped = mapTexts(plain, (text, member) =>
      write({ text, name: memberName(member ?? leafName), type, isFreeText }),
    );
    return [name, mapped] as const;
  });
  const sections = outline.sections.map((section) => ({
    ...section,
    members: section.members.map((member) => mapLeaves(member, write)),
  }));
  return { ...outline, key, fields, sections };
}

/** Every text of an entry, in the order of `mapLeaves`. */
export function leavesOf(outline: Outline): readonly Leaf[] {
  const leaves: Leaf[] = [];
  mapLeaves(outline, (leaf) => {
    leaves.push(leaf);
    return leaf.text;
  });
  return leaves;
}

/** All of an entry but its texts: two entries that have it in common differ in texts only. */
export function shapeOf(outline: Outline): string {
  return JSON.stringify(skeleton(outline));
}

function skeleton({ branch, fields, notes, sections, owned }: Outline): unknown {
  return [
    branch.kind.name,
    owned,
    fields.map(([name, plain]) => [name, mapTexts(plain, () => '')]),
    notes,
    sections.map((section) => [section.kind.name, section.notes, section.members.map(skeleton)]),
  ];
}

/** The entry with what stands beneath it in an order that says nothing of the platform's. */
export function inOrder(outline: Outline): Outline {
  const sections = outline.sections.map((section) => ({
    ...section,
    members: section.members.map(inOrder).sort((a, b) => compare(orderOf(a), orderOf(b))),
  }));
  return { ...outline, sections };
}

function orderOf(outline: Outline): string {
  return outline.branch.kind.form === 'set' ? (sortOf(outline) ?? '') : outline.key;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The sort of the member of a set, as a name: `location` of a LOCATION. */
function sortOf({ fields }: Outline): string | undefined {
  const [, type] = fields.find(([name]) => name === 'type') ?? [];
  return typeof type === 'string' ? memberName(type.toLowerCase()) : undefined;
}

/** A name that a template can ask for; `key` has a meaning of its own there. */
function memberName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  return plain === 'key' || plain === '' ? 'value' : plain;
}

/** True where a kind's entries have keys that come from their names. */
export function isNamed({ form, fields }: Kind): boolean {
  return form === undefined && fields['name'] !== undefined;
}
