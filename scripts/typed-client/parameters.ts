import type { Spec } from '../../src/client/endpoint-facts.ts';
import {
  type EndpointRow,
  type ParamRow,
  paramRows,
  readTable,
} from '../../test/unit/sandbox/walk/inventory.ts';
import { inputOverrides } from './inputs.ts';
import { memberDoc } from './member-docs.ts';
import { memberTree } from './member-tree.ts';
import { type Member, orNull } from './spec.ts';

/** What an endpoint takes. */
export interface Parameters {
  /** Of the path, the query, a form, or a JSON object. */
  readonly members: readonly Member[];
  /** The type of a body that is a JSON list. */
  readonly list: Spec | undefined;
}

type Row = Pick<
  ParamRow,
  'name' | 'type' | 'required' | 'min' | 'max' | 'default' | 'choices' | 'constraint'
>;

/** Parameters that are public and that the documentation does not show, by endpoint. */
const publicRows = Map.groupBy(
  readTable(new URL('public-parameters.tsv', import.meta.url)),
  ({ endpoint = '' }) => endpoint,
);

/** The inventory names these by words, for the documentation does not show what they are called. */
const unnamed = new Set(['query operators', 'event type', 'user id', 'keyword', 'direction', 'UUIDs']);

/** Everything an endpoint takes: what the documentation names, and what is public beside. */
export function parametersOf(endpoint: EndpointRow): Parameters {
  const known = (publicRows.get(endpoint.id) ?? []).map(publicRow);
  const replaced = new Set(known.map(({ name }) => name));
  const documented = paramRows.filter(
    ({ endpoint: id, name, location, constraint }) =>
      id === endpoint.id &&
      !unnamed.has(name) &&
      !replaced.has(name) &&
      (location !== 'header' || !constraint.startsWith('Authorization header member')),
  );
  const rows: readonly Row[] = [...documented, ...known];
  const tree = memberTree(rows.map((row) => memberOf(endpoint, row)).map(inList));
  return {
    members: tree.filter(({ name }) => name !== 'body'),
    list: tree.find(({ name }) => name === 'body')?.spec,
  };
}

/** A body that is a list stands among the other parameters by the name `body`. */
function inList(member: Member): Member {
  return {
    ...member,
    name: member.name.replace(/^\[\](?=\.|$)/, (list) => (member.name === list ? 'body' : 'body[]')),
  };
}

function publicRow(row: Readonly<Record<string, string>>): Row {
  const {
    parameter = '',
    type = '',
    required,
    min = '',
    max = '',
    enum: choices = '',
    constraint = '',
  } = row;
  return {
    name: parameter,
    type,
    required: required === 'required',
    min: min === '' ? undefined : Number(min),
    max: max === '' ? undefined : Number(max),
    default: row['default'] ?? '',
    choices: choices === '' ? [] : choices.split(','),
    constraint,
  };
}

function memberOf(endpoint: EndpointRow, row: Row): Member {
  const isInPath = endpoint.path.split('/').includes(`:${row.name}`);
  const isUnset = endpoint.method === 'PUT' && !row.required && !isInPath && mayBeUnset(row);
  const spec = specOf(endpoint, row);
  return {
    name: row.name,
    spec: isUnset ? orNull(spec) : spec,
    optional: !row.required,
    doc: memberDoc(
      row.name,
      isInPath ? row.constraint.replace(/^path(?: - )?/, '') : row.constraint,
      row.default,
    ),
  };
}

/** An empty value unsets a text, a number or a list (F-request-03); a choice has no empty value. */
function mayBeUnset({ type }: Row): boolean {
  return ['string', 'long', 'int', 'timestamp', 'list<string>'].includes(type);
}

function specOf({ id, method }: EndpointRow, row: Row): Spec {
  const { name, type, choices } = row;
  const known = inputOverrides[`${id} ${name}`];
  if (known !== undefined) return known;
  // A filter without a value would filter nothing, so that everything were answered.
  const fewest = method === 'GET' || name === '[]' ? 1 : undefined;
  const item = itemOf(row);
  if (item !== undefined) return withBounds(item, row, fewest);
  if (type === 'enum') return `=${choices.join(',')}`;
  const word = words[type];
  if (word === undefined) throw new Error(`no type for ${name}: ${type}`);
  const bounds = boundsOf(row);
  return typeof word === 'string' && bounds !== '' ? `${word} ${bounds}` : word;
}

/** The type of an item of a list that has bounds. */
function itemOf({ name, type, choices }: Row): Spec | undefined {
  if (type === 'list<enum>') return `=${choices.join(',')}`;
  if (type === 'list<string>') return 'text';
  if (type === 'list<long>') return 'long';
  return type === 'array' && name === '[]' ? 'object' : undefined;
}

function withBounds(item: Spec, row: Row, fewest: number | undefined): Spec {
  const bounds = boundsOf(row, fewest);
  return bounds === '' ? [item] : [item, bounds];
}

function boundsOf({ min, max }: Row, fewest?: number): string {
  const bounds = `${min ?? fewest ?? ''}..${max ?? ''}`;
  return bounds === '..' ? '' : bounds;
}

const words: Readonly<Record<string, Spec>> = {
  string: 'text',
  text: 'text',
  int: 'whole',
  long: 'long',
  boolean: 'flag',
  timestamp: 'time',
  object: 'object',
  array: ['object'],
  'array<component>': ['CardComponent', '1..'],
  'array<array<component>>': [['CardComponent', '1..'], '1..'],
};
