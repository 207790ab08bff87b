import type { StoredRecord } from '../../../packages/sandbox/src/store/stored-record.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { Intent, StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Lease, Outcome } from '../../../src/state/store.ts';
import { plain } from './plain.ts';
import { accountId, collectionOf, type Platform } from './platform.ts';

/** A law that did not hold. */
export class Violation extends Error {}

/** How much may be active and spend at once. */
export interface Allowance {
  campaigns: number;
  exposure: number;
  uncapped: number;
}

/** What may spend more than we know when we switch it on; exposure in micro units a day. */
export type Unseen = Pick<Allowance, 'exposure' | 'uncapped'>;

/** Looks on, and knows at every instant what the state holds and what is live. */
export interface Watch {
  readonly entries: ReadonlyMap<string, StateEntry>;
  readonly open: ReadonlyMap<number, Intent>;
  /** The lease with everything that it makes durable noted. */
  follow(lease: Lease): Lease;
  /** Allows at least so much until `narrow`. */
  allow(more: Allowance): void;
  /** Nothing is allowed any more but what is allowed from then on. */
  narrow(): void;
  /**
   * What somebody else does widens what is allowed by as much as it adds; `unseen` is what it adds only once we
   * switch on what we know otherwise.
   */
  byOthers(change: () => void, unseen: Unseen): void;
  /** Records of ours that came after a copy was taken for them: no reading could tell, a person clears them away. */
  excused(): readonly { readonly collection: string; readonly id: string }[];
  /** A list of the collection is answered, with everything that is in it at this instant. */
  listed(collection: string): void;
  /** Checks every law of an instant. */
  check(): void;
}

const kindOf = {
  campaigns: 'campaign',
  line_items: 'line_item',
  tracking_tags: 'tracking_tag',
  targeting_criteria: 'targeting_criterion',
} as const;
const collections = ['campaigns', 'line_items', 'tracking_tags', 'targeting_criteria'] as const;

/**
 * A watch over a platform and the state that belongs to it; `fail` is told of the first law that does not hold.
 * `readsLag` says whether a read may not show yet what is there.
 */
export function createWatch(platform: Platform, readsLag: boolean, fail: (violation: Error) => void): Watch {
  const entries = new Map<string, StateEntry>();
  const open = new Map<number, Intent>();
  let allowed: Allowance | undefined;
  const excused = new Set<string>();
  /** Records of ours that came in the answer to a list. */
  const listed = new Set<string>();
  const change = (put: readonly StateEntry[], remove: readonly string[]): void => {
    for (const address of remove) entries.delete(address);
    for (const entry of put) {
      entries.set(entry.address, entry);
      const collection = collectionOf(entry.kind);
      // From now on it is ours.
      if (entry.origin === 'adopted' && collection !== undefined)
        platform.ledger.made.set(entry.id, collection);
    }
  };
  const figures = (): Allowance => {
    const { activeCampaigns, exposure, uncapped } = platform.state.world.figures.of(accountId);
    return { campaigns: activeCampaigns, exposure: Number(exposure.get('USD') ?? 0n), uncapped };
  };
  /** Whether a list has shown a record of ours that a person would know by the key. */
  const wasListed = (kind: string, key: string): boolean => {
    const records = platform.live(collectionOf(kind) ?? '');
    return records.some((record) => listed.has(record.id) && keyOf(kind, record) === key);
  };
  const watch: Watch = {
    entries,
    open,
    follow: (lease) => ({
      ...lease,
      recordIntent: async (intent) => {
        const number = await lease.recordIntent(intent);
        open.set(number, intent);
        return number;
      },
      recordOutcome: async (number, account, outcome: Outcome) => {
        await lease.recordOutcome(number, account, outcome);
        open.delete(number);
        change(outcome.put, outcome.remove);
        // Ours was not there, or not shown yet, when a copy of it was taken for it.
        for (const { id, kind, declared } of outcome.put)
          if (isTwin(id) && (readsLag || !wasListed(kind, keyOf(kind, declared))))
            excused.add(keyOf(kind, declared));
        watch.check();
      },
      recordEntries: async (account, reason, put, remove) => {
        await lease.recordEntries(account, reason, put, remove);
        change(put, remove);
        watch.check();
      },
    }),
    allow: (more) => {
      allowed = allowed === undefined ? more : highest(allowed, more);
    },
    narrow: () => {
      allowed = undefined;
    },
    byOthers: (work, unseen) => {
      const before = figures();
      work();
      const after = figures();
      if (allowed === undefined) return;
      const more = Math.max(0, after.exposure - before.exposure, unseen.exposure);
      allowed = {
        campaigns: allowed.campaigns + Math.max(0, after.campaigns - before.campaigns),
        exposure: allowed.exposure + more,
        uncapped: allowed.uncapped + Math.max(0, after.uncapped - before.uncapped, unseen.uncapped),
      };
    },
    excused: () => {
      const owned = new Set([...entries.values()].map(({ id }) => id));
      return collections.flatMap((collection) =>
        platform
          .live(collection)
          .filter(({ id }) => platform.ledger.made.has(id) && !owned.has(id))
          .filter((record) => excused.has(keyOf(kindOf[collection], record)))
          .map(({ id }) => ({ collection, id })),
      );
    },
    listed: (collection) => {
      if (!Object.hasOwn(kindOf, collection)) return;
      for (const { id } of platform.live(collection)) if (platform.ledger.made.has(id)) listed.add(id);
    },
    check: () => {
      try {
        checkOrphans(platform, { entries, open, excused });
        checkStrangers(platform, entries);
        if (allowed !== undefined) checkFigures(figures(), allowed);
        checkTargeting(platform);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
  return watch;
}

function highest(a: Allowance, b: Allowance): Allowance {
  return {
    campaigns: Math.max(a.campaigns, b.campaigns),
    exposure: Math.max(a.exposure, b.exposure),
    uncapped: Math.max(a.uncapped, b.uncapped),
  };
}

/** Every live record that we made stands in the state, or an open intent speaks of it. */
function checkOrphans(
  platform: Platform,
  { entries, open, excused }: Pick<Watch, 'entries' | 'open'> & { readonly excused: ReadonlySet<string> },
): void {
  const known = new Set([...entries.values()].map(({ kind, id }) => `${kind} ${id}`));
  for (const collection of collections) {
    const kind = kindOf[collection];
    for (const record of platform.live(collection)) {
      if (!platform.ledger.made.has(record.id) || known.has(`${kind} ${record.id}`)) continue;
      if ([...open.values()].some((intent) => speaksOf(intent, kind, record))) continue;
      if (excused.has(keyOf(kind, record))) continue;
      throw new Violation(
        `orphan: ${kind} ${record.id} ${plain(record['name'] ?? record['tracking_tag_url'])}`,
      );
    }
  }
}

/** What a person knows a record by; what it stands in is left out, as entries do. */
function keyOf(kind: string, fields: Readonly<Record<string, unknown>>): string {
  const { naturalKey, parentField } = kindNamed(kind);
  return naturalKey
    .filter((wire) => wire !== parentField)
    .map((wire) => plain(fields[wire]))
    .join(' ');
}

function speaksOf({ operations }: Intent, kind: string, record: StoredRecord): boolean {
  const key = kindNamed(kind).naturalKey;
  return operations.some(
    (operation) =>
      operation.kind === kind &&
      operation.type === 'Create' &&
      key.every((wire) => plain(record[wire]) === plain(operation.params[wire])),
  );
}

/** Nothing that others made is changed, or taken for ours. */
function checkStrangers({ ledger }: Platform, entries: ReadonlyMap<string, StateEntry>): void {
  const touched = [...ledger.touched].find((id) => !isTwin(id));
  if (touched !== undefined) throw new Violation(`changed what is not ours: ${touched}`);
  for (const { address, origin, id } of entries.values())
    if (origin === 'created' && !ledger.made.has(id) && !isTwin(id))
      throw new Violation(`took ${id}, which others made, for ${address}`);
}

/** A copy made while our request was under way: where ours was lost, no reading tells it from what we asked for. */
function isTwin(id: string): boolean {
  return id.startsWith('0twin');
}

function checkTargeting({ state }: Platform): void {
  if (state.world.figures.untargeted(accountId) > 0)
    throw new Violation('an active line item lost all of its targeting');
}

function checkFigures(now: Allowance, allowed: Allowance): void {
  if (now.campaigns > allowed.campaigns)
    throw new Violation(`${now.campaigns} active campaigns where ${allowed.campaigns} are allowed`);
  if (now.exposure > allowed.exposure)
    throw new Violation(`exposure of ${now.exposure} where ${allowed.exposure} is allowed`);
  if (now.uncapped > allowed.uncapped)
    throw new Violation(`${now.uncapped} without a budget where ${allowed.uncapped} are allowed`);
}
