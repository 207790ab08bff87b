import { z } from 'zod';
import type { Spec } from '../../src/client/endpoint-facts.ts';
import type { Field } from '../../src/schemas/define-field.ts';
import type { Kind } from '../../src/schemas/define-kind.ts';
import { allKinds } from '../../src/schemas/registry.ts';
import { answeredFields, answeredResource } from '../../test/unit/sandbox/walk/answered-fields.ts';
import {
  type EndpointRow,
  endpointRows,
  type FieldRow,
  fieldRows,
  paramRows,
  readTable,
} from '../../test/unit/sandbox/walk/inventory.ts';
import { answeredOfData } from './data-answers.ts';
import { memberDoc } from './member-docs.ts';
import { memberTree } from './member-tree.ts';
import { pascalCase } from './method-names.ts';
import { type Member, orNull } from './spec.ts';

/** A record that answers hold, or an object that calls take. */
export interface DocumentedRecord {
  readonly name: string;
  readonly members: readonly Member[];
  /** For people. */
  readonly doc: string;
}

const publicFields = Map.groupBy(
  readTable(new URL('public-fields.tsv', import.meta.url)),
  ({ resource = '' }) => resource,
);
const fieldsOf = Map.groupBy(
  fieldRows
    // The table writes `data.` before some, and describes in words what the documentation does not name.
    .map((row) => ({ ...row, field: row.field.replace(/^data\./, '') }))
    .filter(({ field }) => !field.includes(' ')),
  ({ resource }) => resource,
);

/** The name of the record that answers of an endpoint hold; `undefined` where nothing is known of it. */
export function recordNameOf(row: EndpointRow): string | undefined {
  const known = resourceOf(row.id);
  if (known !== undefined) return pascalCase(known);
  const kind = row.area.startsWith('ads-') ? kindAt(row.path) : undefined;
  return kind === undefined ? undefined : nameOfKind(kind);
}

/** Every record that an answer holds, and those that stand within them. */
export function documentedRecords(): readonly DocumentedRecord[] {
  const ofAnswers = endpointRows.map((row) => [recordNameOf(row), row] as const);
  const byName = Map.groupBy(ofAnswers, ([name]) => name);
  const found = Array.from(byName, ([name, group]) => {
    const [first] = group;
    if (name === undefined || first === undefined) return [];
    return [recordOf(name, first[1])];
  }).flat();
  const within = [
    'User',
    'Media (data API)',
    'entities.urls',
    'entities.mentions',
    'entities.hashtags',
    'entities.annotations',
  ];
  const all = [...found, ...within.map((resource) => fromFields(resource, [])), included];
  const byOwnName = new Map(all.map((record) => [record.name, record]));
  return [...byOwnName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** What an answer of the data API holds beside its data, where an expansion asks for it (F-data-09, F-data-10). */
const included: DocumentedRecord = {
  name: 'Includes',
  members: [
    { name: 'users', spec: ['User'], optional: true, doc: '' },
    { name: 'tweets', spec: ['Post'], optional: true, doc: '' },
    { name: 'posts', spec: ['Post'], optional: true, doc: '' },
    { name: 'media', spec: ['Media'], optional: true, doc: '' },
  ],
  doc: 'Related objects, where an expansion asks for them.',
};

function recordOf(name: string, row: EndpointRow): DocumentedRecord {
  const resource = resourceOf(row.id);
  const isPublic = answeredOfData[row.id]?.record !== undefined;
  const kind = row.area.startsWith('ads-') && !isPublic ? kindAt(row.path) : undefined;
  const ofKind = kind === undefined ? [] : kindMembers(kind);
  if (resource === undefined) return { name, members: ofKind, doc: kind?.description ?? '' };
  return { ...fromFields(resource, ofKind), name };
}

/** The fields that the documentation gives a resource, those that are public, and those of its kind. */
function fromFields(resource: string, ofKind: readonly Member[]): DocumentedRecord {
  const documented = (fieldsOf.get(resource) ?? []).map(fieldMember);
  const known = (publicFields.get(resource) ?? [])
    .map(({ field = '', type = '' }) =>
      fieldMember({ id: '', resource, field, type, access: 'server', notes: '' }),
    )
    .map((member) => (member.optional ? { ...member, spec: orNull(member.spec) } : member));
  const tree = memberTree([...documented, ...known]);
  const names = new Set(tree.map(({ name }) => name));
  const members = [...tree, ...ofKind.filter(({ name }) => !names.has(name))];
  return { name: pascalCase(resource), members: members.map(overridden(resource)), doc: '' };
}

/** What a table of fields cannot say: objects within a post, and the parts of a card. */
const overrides: Readonly<Record<string, Spec>> = {
  'Post.entities': {
    'urls?': ['EntitiesUrls'],
    'mentions?': ['EntitiesMentions'],
    'hashtags?': ['EntitiesHashtags'],
    'annotations?': ['EntitiesAnnotations'],
  },
  'User.entities': 'object',
  // The top ones have no parent (F-lookup-05).
  'IAB category.parent_id': 'id or null',
  'Custom audience.segments': 'object or null',
};

/** Only videos have these (F-media-02); a draft may lack any of its parts (F-post-12). */
const oftenNone: Readonly<Record<string, readonly string[]>> = {
  'Media library item': [
    'title',
    'description',
    'duration',
    'aspect_ratio',
    'poster_media_url',
    'poster_media_key',
  ],
  'Draft post': ['name', 'text', 'status'],
};

function overridden(resource: string): (member: Member) => Member {
  return (member) => {
    const spec = overrides[`${resource}.${member.name}`] ?? member.spec;
    const isOftenNone = oftenNone[resource]?.includes(member.name) === true;
    return isOftenNone ? { ...member, spec: orNull(spec), optional: true } : { ...member, spec };
  };
}

/** Fields of the data API are there on request, but for these. */
const always: Readonly<Record<string, readonly string[]>> = {
  Post: ['id', 'text'],
  User: ['id', 'name', 'username'],
  'Media (data API)': ['media_key', 'type'],
};

function fieldMember(row: FieldRow): Member {
  const { field } = row;
  return { name: field, spec: fieldSpec(row), optional: !isAlwaysThere(row), doc: docOf(row) };
}

function docOf({ field, type, notes }: FieldRow): string {
  return memberDoc(field, type === 'not stated' || type === 'not shown' ? '' : notes);
}

function isAlwaysThere({ id, resource, field }: FieldRow): boolean {
  const known = always[resource];
  if (known !== undefined) return known.includes(field);
  if (id === '') return field === 'id';
  const endpoints = endpointRows.filter((row) => resourceOf(row.id) === resource);
  // The tests of the inventory tell of these which fields are not in every answer.
  const tested = endpoints.filter((row) => answeredResource(row.id) === resource);
  if (tested.length > 0)
    return tested.every((row) => answeredFields(row.id).some((each) => each.field === field));
  return endpoints.some(({ area }) => area !== 'data') && !field.includes('.') && field !== 'request';
}

function resourceOf(endpoint: string): string | undefined {
  return answeredOfData[endpoint]?.record ?? answeredResource(endpoint);
}

function fieldSpec(row: FieldRow): Spec {
  const plain = row.type.replace(/ or null$/, '');
  const isNullable = plain !== row.type;
  const spec = plainSpec(row, plain);
  return isNullable && typeof spec === 'string' ? `${spec} or null` : spec;
}

const words: Readonly<Record<string, Spec>> = {
  'string of digits': 'id',
  'text of an integer': 'id',
  boolean: 'flag',
  integer: 'whole',
  'integer offset': 'whole',
  int: 'whole',
  long: 'long',
  money: 'long',
  number: 'number',
  timestamp: 'time',
  object: 'object',
  array: ['text'],
  'array of object': ['object'],
  'array of integers': ['whole'],
  'array of array of string': [['text']],
};

function plainSpec(row: FieldRow, type: string): Spec {
  const { field } = row;
  if (type === 'common') return field === 'deleted' ? 'flag' : 'time';
  if (type === 'string' && /(?:^|[._])id$/.test(field)) return 'id';
  if (type === 'enum') return openChoice(row);
  if (type === 'string') return 'text';
  if (type === 'not shown' || type === 'not stated') return field.endsWith('_id') ? 'id or null' : 'unknown';
  if (type.startsWith('array of {')) return ['object'];
  if (/^array of .*strings?$/.test(type) && type !== 'array of array of string') return ['text'];
  const word = words[type];
  if (word === undefined) throw new Error(`no type for ${row.resource}.${field}: ${type}`);
  return word;
}

/** The words of a parameter of the same name: the platform may add others. */
function openChoice({ resource, field }: FieldRow): Spec {
  const endpoints = new Set(
    endpointRows.filter(({ id }) => answeredResource(id) === resource).map(({ id }) => id),
  );
  const choices = paramRows
    .filter(({ endpoint, name }) => endpoints.has(endpoint) && name.replace(/^.*\./, '') === field)
    .flatMap((param) => param.choices);
  return choices.length === 0 ? 'text' : `~${[...new Set(choices)].join(',')}`;
}

const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ':').replace('/batch/', '/');

/** The kind whose records stand at the path, by its list, its creation or its one record. */
function kindAt(path: string): Kind | undefined {
  const shape = shapeOf(path);
  const places = new Set([shape, shape.replace(/\/:$/, '')]);
  return allKinds.find(({ operations }) => {
    const { list, create, read, update, delete: remove } = operations;
    return [list?.path, create?.path, read, update?.path, remove?.path].some(
      (each) => each !== undefined && places.has(shapeOf(each)),
    );
  });
}

function nameOfKind({ title }: Kind): string {
  const name = pascalCase(title);
  return fieldsOf.has(title.slice(0, 1).toUpperCase() + title.slice(1)) ? `Ads${name}` : name;
}

/** What the program knows of the records of a kind that the documentation does not show. */
function kindMembers(kind: Kind): readonly Member[] {
  const { fields, observed, parentField, form } = kind;
  const settings = form === 'only' || kind.operations.list === undefined;
  const common: readonly Member[] = settings
    ? []
    : [
        {
          name: 'id',
          spec: 'id',
          optional: kind.idField !== undefined && kind.idField !== 'id_str',
          doc: '',
        },
        { name: 'created_at', spec: 'text', optional: true, doc: '' },
        { name: 'updated_at', spec: 'text or null', optional: true, doc: '' },
        { name: 'deleted', spec: 'flag', optional: true, doc: '' },
      ];
  const known = Object.values(fields)
    .filter(({ readable, readAs = '' }) => readable !== false && !readAs.includes('.'))
    .map(kindMember);
  const parent =
    parentField === undefined ? [] : [{ name: parentField, spec: 'id or null', optional: true, doc: '' }];
  const others = observed.map((name) => ({ name, spec: 'unknown', optional: true, doc: '' }));
  const own = [...parent, ...known, ...others];
  const names = new Set(own.map(({ name }) => name));
  return [...common.filter(({ name }) => !names.has(name)), ...own];
}

function kindMember({ wire, readAs, type, description }: Field): Member {
  return {
    name: readAs ?? wire,
    spec: kindSpec(type),
    optional: true,
    doc: type.name === 'money' ? memberDoc(readAs ?? wire, '') : description,
  };
}

function kindSpec({ name, live, refersTo }: Field['type']): Spec {
  if (name === 'money') return 'long or null';
  const written = JSON.stringify(z.toJSONSchema(live, { io: 'input', unrepresentable: 'any' }));
  if (written.includes('"array"'))
    return written.includes('"items":{"type"') ? ['text', 'or null'] : 'unknown';
  if (refersTo !== undefined || name === 'id') return 'id or null';
  if (written.includes('["string","null"]')) return 'text or null';
  if (written.includes('["boolean","null"]')) return 'flag or null';
  return written.includes('"integer"') && !written.includes('"string"') ? 'whole or null' : 'unknown';
}
