import { z } from 'zod';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { plainText } from '../../../src/schemas/values.ts';
import type { StateSnapshot } from '../../../src/state/store.ts';
import type { Dump, Dumped } from './site.ts';
import { type KillTrial, statusOf } from './trial.ts';

/** Something that must never be. */
export interface Violation {
  readonly kind: 'orphan' | 'duplicate' | 'lost' | 'final' | 'peak' | 'state' | 'lock' | 'requests' | 'exit';
  readonly what: string;
}

const collections = {
  campaigns: 'campaign',
  line_items: 'line_item',
  targeting_criteria: 'targeting_criterion',
  tracking_tags: 'tracking_tag',
  promoted_tweets: 'promoted_post',
  tweets: 'post',
} as const;

type Collection = keyof typeof collections;
const watched = [
  'campaigns',
  'line_items',
  'targeting_criteria',
  'tracking_tags',
  'promoted_tweets',
  'tweets',
] as const;

/** The records that were not there before the trial, deleted ones too. */
export function made(dump: Dump, before: Dump): ReadonlyMap<Collection, readonly Dumped[]> {
  return new Map(
    watched.map((name) => {
      const known = new Set((before[name] ?? []).map(({ id }) => id));
      return [name, (dump[name] ?? []).filter(({ id }) => !known.has(id))];
    }),
  );
}

/** At any moment: every record is in the state or in an open intent, and everything in the state is there. */
export function betweenRuns(
  records: ReadonlyMap<Collection, readonly Dumped[]>,
  { entries, openIntents }: Pick<StateSnapshot, 'entries' | 'openIntents'>,
): readonly Violation[] {
  const owned = new Set(entries.map(({ kind, id }) => `${kind} ${id}`));
  const live = new Set<string>();
  const violations: Violation[] = [];
  const intended = openIntents
    .flatMap(({ operations }) => operations)
    .filter(({ type }) => type === 'Create');
  for (const [collection, all] of records) {
    const kind = collections[collection];
    const key = keyOf(collection);
    for (const record of all) {
      const name = `${kind} ${String(record['id'])}`;
      live.add(name);
      const isIntended = intended.some(
        (operation) =>
          operation.kind === kind &&
          key.every(
            (wire) =>
              wire in operation.params && plainText(operation.params[wire] ?? null) === textIn(record, wire),
          ),
      );
      if (!owned.has(name) && !isIntended) violations.push({ kind: 'orphan', what: name });
    }
  }
  const kinds = new Set<string>(Object.values(collections));
  for (const { kind, id, address, origin } of entries)
    if (origin === 'created' && kinds.has(kind) && !live.has(`${kind} ${id}`))
      violations.push({ kind: 'lost', what: `${address} ${id}` });
  return [...violations, ...duplicates(records)];
}

/** Records that stand for one declared resource twice. */
function duplicates(records: ReadonlyMap<Collection, readonly Dumped[]>): readonly Violation[] {
  return [...records].flatMap(([collection, all]) => {
    const texts = all.map((record) => keyText(collection, record));
    return texts
      .filter((text, index) => texts.indexOf(text) !== index)
      .map((text) => ({ kind: 'duplicate' as const, what: `${collection} ${text}` }));
  });
}

/** What tells a record from its siblings, by the names that it is sent and kept under. */
function keyOf(collection: Collection): readonly string[] {
  const { naturalKey } = kindNamed(collections[collection]);
  // The platform keeps who says a post under another name than it is sent with; all posts are by one user here.
  return collection === 'tweets' ? naturalKey.filter((wire) => wire !== 'as_user_id') : naturalKey;
}

function keyText(collection: Collection, record: Dumped): string {
  return keyOf(collection)
    .map((wire) => textIn(record, wire))
    .join(' ');
}

/** In the end: live is what is declared, made once and never deleted. */
export function inTheEnd(
  { campaigns, posts }: KillTrial,
  records: ReadonlyMap<Collection, readonly Dumped[]>,
): readonly Violation[] {
  const live = (collection: Collection): readonly Dumped[] => records.get(collection) ?? [];
  const nameOf = new Map([...live('campaigns'), ...live('line_items')].map(({ id, name }) => [id, name]));
  const campaignOf = new Map(live('line_items').map(({ id, campaign_id }) => [id, nameOf.get(campaign_id)]));
  const placeOf = (item: unknown): string => `${String(campaignOf.get(item))}/${String(nameOf.get(item))}`;
  const postOf = new Map(live('tweets').map(({ id, name }) => [id, name]));
  const items = campaigns.flatMap(({ name, items }) =>
    items.map((item) => ({ ...item, place: `${name}/${item.name}` })),
  );
  const compared: readonly (readonly [Collection, readonly string[], (record: Dumped) => string])[] = [
    [
      'campaigns',
      campaigns.map(({ name, active, dailyBudget }) => `${name} ${statusOf(active)} ${dailyBudget}000000`),
      (record) => texts(record['name'], record['entity_status'], record['daily_budget_amount_local_micro']),
    ],
    [
      'line_items',
      items.map(({ place, active }) => `${place} ${statusOf(active)} 1200000`),
      (record) => texts(placeOf(record['id']), record['entity_status'], record['bid_amount_local_micro']),
    ],
    [
      'targeting_criteria',
      items.map(({ place }) => `${place} 96683cc9126741d1`),
      (record) => texts(placeOf(record['line_item_id']), record['targeting_value']),
    ],
    [
      'tracking_tags',
      items.flatMap(({ place, tags }) => tags.map((url) => `${place} ${url}`)),
      (record) => texts(placeOf(record['line_item_id']), record['tracking_tag_url']),
    ],
    ['tweets', posts, (record) => String(record['name'])],
    [
      'promoted_tweets',
      items.flatMap(({ place, post }) => (post === undefined ? [] : [`${place} ${post}`])),
      (record) => texts(placeOf(record['line_item_id']), postOf.get(record['tweet_id'])),
    ],
  ];
  return compared.flatMap(([collection, declared, textOf]) => {
    const found = live(collection).map(
      (record) => `${textOf(record)}${record['deleted'] === true ? ' deleted' : ''}`,
    );
    return differences(collection, declared, found);
  });
}

/** A value that tells records apart, as text. */
function textIn(record: Dumped, wire: string): string {
  return z.union([z.string(), z.number(), z.null(), z.undefined()]).parse(record[wire])?.toString() ?? '';
}

function texts(...values: readonly unknown[]): string {
  return values.map(String).join(' ');
}

function differences(
  collection: string,
  declared: readonly string[],
  found: readonly string[],
): readonly Violation[] {
  const [wanted, live] = [declared.toSorted(), found.toSorted()];
  if (JSON.stringify(wanted) === JSON.stringify(live)) return [];
  const missing = wanted.filter((text) => !live.includes(text));
  const extra = live.filter((text) => !wanted.includes(text));
  const what = `${collection}: ${wanted.length} declared, ${live.length} live; missing ${missing.slice(0, 3).join(', ')}; extra ${extra.slice(0, 3).join(', ')}`;
  return [{ kind: 'final', what }];
}

const figures = z.object({
  active_campaigns: z.number(),
  exposure: z.record(z.string(), z.number()),
  uncapped: z.number(),
  untargeted: z.number(),
});
const peaksSchema = z.record(z.string(), figures);

/** No figure was ever above the larger of before and after. */
export function withinBounds(before: unknown, peaks: unknown, after: unknown): readonly Violation[] {
  const [first, highest, last] = [before, peaks, after].map((each) => peaksSchema.parse(each)['18ce54d4x5t']);
  if (first === undefined || highest === undefined || last === undefined)
    return [{ kind: 'peak', what: 'no figures' }];
  const bounds: readonly (readonly [string, number, number])[] = [
    ['active campaigns', highest.active_campaigns, Math.max(first.active_campaigns, last.active_campaigns)],
    [
      'exposure',
      highest.exposure['USD'] ?? 0,
      Math.max(first.exposure['USD'] ?? 0, last.exposure['USD'] ?? 0),
    ],
    ['uncapped', highest.uncapped, Math.max(first.uncapped, last.uncapped)],
    ['untargeted', highest.untargeted, 0],
  ];
  return bounds
    .filter(([, peak, bound]) => peak > bound)
    .map(([name, peak, bound]) => ({ kind: 'peak' as const, what: `${name} ${peak} of ${bound}` }));
}
