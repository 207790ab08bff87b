import { resources } from '../catalog/registry.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { World } from '../world/world.ts';
import { type ChangeableField, changeableFields, isPossible } from './changeable-fields.ts';
import { ControlError } from './control-error.ts';
import { type PostPreview, postPreview } from './post-preview.ts';

/** Records of one collection that hang on the same record, some at a time. */
export interface Group {
  readonly collection: string;
  readonly total: number;
  readonly records: readonly Fields[];
  /** Fields that a person can change, and whether a person can delete. */
  readonly changeable: readonly ChangeableField[];
  readonly deletable: boolean;
  /** What those of the records that are or promote posts look like, by the records' ids. */
  readonly previews: Readonly<Record<string, PostPreview>>;
  /** Goes on with the next ones; null at the end. */
  readonly next: string | null;
}

const perPage = 25;

// The nearest first: a line item hangs on its campaign, although it names its account too.
const parents = [
  { field: 'line_item_id', collection: 'line_items' },
  { field: 'campaign_id', collection: 'campaigns' },
  { field: 'account_id', collection: 'accounts' },
] as const;

/** The accounts, as the top of what can be browsed. */
export function browseAccounts(world: World, next: string | undefined): readonly Group[] {
  return [groupOf(world, 'accounts', undefined, next)];
}

/**
 * What hangs on a record: a group for each collection that is not empty, or (with `only`) the next part of one.
 * Throws ControlError for a record that nothing can hang on.
 */
export function browseChildren(
  world: World,
  { collection, id }: { readonly collection: string; readonly id: string },
  only: { readonly collection: string; readonly next: string | undefined } | undefined,
): readonly Group[] {
  const parent = parents.find((each) => each.collection === collection);
  if (parent === undefined) throw new ControlError(`nothing hangs on ${collection}`);
  // What has more below it comes first, since that is where people go.
  const kinds = resources
    .filter((resource) => nearest(resource.indexed) === parent.field)
    .sort((a, b) => Number(isParent(b.collection)) - Number(isParent(a.collection)));
  const within = { field: parent.field, values: [id] };
  return kinds
    .filter((kind) => only === undefined || kind.collection === only.collection)
    .map((kind) => groupOf(world, kind.collection, within, only?.next))
    .filter(({ total }) => total > 0);
}

function isParent(collection: string): boolean {
  return parents.some((each) => each.collection === collection);
}

function nearest(indexed: readonly string[]): string | undefined {
  return parents.find(({ field }) => indexed.includes(field))?.field;
}

function groupOf(
  world: World,
  collection: string,
  within: { readonly field: string; readonly values: readonly string[] } | undefined,
  next: string | undefined,
): Group {
  const selection = { accepts: () => true, ...(within === undefined ? {} : { within }) };
  const after = next === undefined ? undefined : { values: [], seq: placeOf(next) };
  const page = world.store.page(collection, {
    ...selection,
    sort: [],
    limit: perPage,
    ...(after === undefined ? {} : { after }),
  });
  const resource = resources.find((each) => each.collection === collection);
  return {
    collection,
    total: world.store.count(collection, selection),
    records: page.records.map((record) => ({ ...record, ...resource?.show(record, world) })),
    changeable: resource === undefined ? [] : changeableFields(resource),
    deletable: resource !== undefined && isPossible('delete', resource),
    previews: previewsOf(world, collection, page.records),
    next: page.end === undefined ? null : String(page.end.seq),
  };
}

function previewsOf(
  world: World,
  collection: string,
  records: readonly StoredRecord[],
): Readonly<Record<string, PostPreview>> {
  const previews = records.map((record) => [record.id, postPreview(world, collection, record)] as const);
  return Object.fromEntries(
    previews.flatMap(([id, preview]) => (preview === undefined ? [] : [[id, preview]])),
  );
}

function placeOf(next: string): number {
  if (!/^\d{1,15}$/.test(next)) throw new ControlError('next is what an earlier answer gave');
  return Number(next);
}
