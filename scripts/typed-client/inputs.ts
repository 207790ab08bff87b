import type { Spec, SpecMembers, SpecVariants } from '../../src/client/endpoint-facts.ts';
import { type FieldRow, fieldRows } from '../../test/unit/sandbox/walk/inventory.ts';
import { memberDoc } from './member-docs.ts';
import { type Member, membersSpec } from './spec.ts';

/** An object that calls take, by its name. */
export interface InputObject {
  readonly name: string;
  readonly spec: Spec;
  readonly doc: string;
}

const fieldsOf = Map.groupBy(fieldRows, ({ resource }) => resource);
const component = /^Card component (\w+)$/;

/** The objects that stand in bodies of calls: parts of cards, segments of audiences, people. */
export function inputObjects(): readonly InputObject[] {
  return [
    {
      name: 'AudienceUserObject',
      spec: objectOf('Audience user object'),
      doc: 'Identifiers of one person, hashed by the sender but for `partner_user_id`.',
    },
    { name: 'CardComponent', spec: components(), doc: 'A part of a card.' },
    {
      name: 'FlexibleAudienceSegment',
      spec: objectOf('Flexible audience segment'),
      doc: 'A leaf that names an audience, or segments joined by an operator.',
    },
  ];
}

/** The type of a parameter where the inventory calls it an object or an array only. */
export const inputOverrides: Readonly<Record<string, Spec>> = {
  'E121 [].params.segments': 'FlexibleAudienceSegment',
  'E123 [].params.users': ['AudienceUserObject', '1..'],
};

function components(): SpecVariants {
  const sorts = [...fieldsOf.keys()].flatMap((resource) => component.exec(resource)?.[1] ?? []);
  return {
    variantsBy: 'type',
    variants: Object.fromEntries(sorts.map((sort) => [sort, objectOf(`Card component ${sort}`)])),
  };
}

function objectOf(resource: string): SpecMembers {
  const rows = fieldsOf.get(resource) ?? [];
  return membersSpec(rows.map((row) => memberOf(row)));
}

const needed = new Set([
  'media_key',
  'media_keys',
  'title',
  'destination',
  'label',
  'type',
  'value',
  'url',
  'country_code',
]);

function memberOf(row: FieldRow): Member {
  const { resource, field, notes } = row;
  const isNeeded = resource.startsWith('Card ') && needed.has(field);
  return { name: field, spec: specOf(row), optional: !isNeeded, doc: memberDoc(field, notes) };
}

function specOf({ resource, field, type, notes }: FieldRow): Spec {
  if (field === 'child_segments') return ['FlexibleAudienceSegment'];
  if (field === 'destination')
    return objectOf(`Card destination ${notes.startsWith('app') ? 'APP' : 'WEBSITE'}`);
  if (field === 'label') return objectOf('Card label');
  if (field === 'type') return `=${/\b[A-Z]{3,}\b/.exec(notes)?.[0] ?? ''}`;
  if (type === 'enum')
    return `=${[...notes.matchAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g)].map(([word]) => word).join(',')}`;
  const sizes = /^array of (\d+) to (\d+) strings$/.exec(type);
  if (sizes !== null) return ['text', `${sizes[1]}..${sizes[2]}`];
  if (type === 'array') return ['text', '1..'];
  const word = { string: 'text', int: 'whole', boolean: 'flag', timestamp: 'time' }[type];
  if (word === undefined) throw new Error(`no type for ${resource}.${field}: ${type}`);
  return word;
}
