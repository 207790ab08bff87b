import type { Resource, WriteParam } from '../engine/resource.ts';
import type { ParamType } from '../params/param.ts';

/** A field that a person can change, and what it holds. */
export interface ChangeableField {
  readonly name: string;
  readonly holds: 'text' | 'choice' | 'money' | 'number' | 'flag' | 'time' | 'list';
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** The field may be empty. */
  readonly empty: boolean;
  /** The field can be changed only where another one holds this value. */
  readonly where?: { readonly field: string; readonly is: string };
}

/** Kinds whose updates or deletions are calls of their own, which their `operations` do not name. */
const callsOfTheirOwn: Readonly<Record<string, readonly ('update' | 'delete')[]>> = {
  accounts: ['update'],
  cards: ['update', 'delete'],
  custom_audiences: ['update', 'delete'],
  draft_tweets: ['update', 'delete'],
  scheduled_tweets: ['update', 'delete'],
  scheduled_promoted_tweets: ['delete'],
  tweets: ['delete'],
};

/** Whether a person can change, or delete, records of a kind. */
export function isPossible(
  operation: 'update' | 'delete',
  { collection, operations }: Pick<Resource, 'collection' | 'operations'>,
): boolean {
  return operations.includes(operation) || callsOfTheirOwn[collection]?.includes(operation) === true;
}

/** The fields of a kind that an update changes, in the order of its table; references and objects are left out. */
export function changeableFields(resource: Resource): readonly ChangeableField[] {
  if (!isPossible('update', resource)) return [];
  return Object.entries(resource.writes).flatMap(([name, param]) => {
    const isKept = param.on !== 'create' && Object.hasOwn(resource.fields, name);
    const sort = isKept && param.refersTo === undefined ? sortOf(param.is) : undefined;
    return sort === undefined ? [] : [{ name, ...sort, ...boundsOf(param) }];
  });
}

function boundsOf({ clearable, updatableIf }: WriteParam): Pick<ChangeableField, 'empty' | 'where'> {
  return { empty: clearable === true, ...(updatableIf === undefined ? {} : { where: updatableIf }) };
}

const sorts: Readonly<Record<string, ChangeableField['holds']>> = {
  boolean: 'flag',
  int: 'number',
  long: 'number',
  money: 'money',
  time: 'time',
};

function sortOf(is: ParamType): Pick<ChangeableField, 'holds' | 'values'> | undefined {
  if (is.type === 'object' || is.type === 'variant') return undefined;
  if (is.type === 'enum') return { holds: 'choice', values: is.values };
  if (is.type === 'list') return sortOf(is.of) === undefined ? undefined : { holds: 'list' };
  return { holds: sorts[is.type] ?? 'text' };
}
