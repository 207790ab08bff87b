import { expect } from 'vitest';
import { createDriftReport } from '../../src/planner/drift.ts';
import type { Consents } from '../../src/planner/guards/consents.ts';
import { ancestors } from '../../src/planner/match/subject.ts';
import { createPlan, type PlanInput, type PlanResult } from '../../src/planner/plan.ts';
import { parentAddress } from '../../src/schemas/address.ts';
import type { Kind } from '../../src/schemas/define-kind.ts';
import type { AccountLimits, DesiredDocument, DesiredResource, Policy } from '../../src/schemas/desired.ts';
import type { DriftReport } from '../../src/schemas/drift.ts';
import type { LiveRecord } from '../../src/schemas/live-record.ts';
import type { Plan } from '../../src/schemas/plan.ts';
import { allKinds, rootKind } from '../../src/schemas/registry.ts';
import type { StateEntry } from '../../src/schemas/state-entry.ts';
import type { Values } from '../../src/schemas/values.ts';
import { daily } from './worlds/fields.ts';
import { lenientPolicy } from './worlds/lenient-policy.ts';

/** The account of the worlds, and the one beside it. */
export const accountIds: Readonly<Record<string, string>> = { acme: '18ce54d4x5t', beta: '18ce5uk0000' };

export const million = 1_000_000;

export const campaign = (key: string): string => `acme/campaigns/${key}`;
export const item = (campaignKey: string, key: string): string =>
  `${campaign(campaignKey)}/line_items/${key}`;
export const member = (campaignKey: string, itemKey: string, text: string): string =>
  `${item(campaignKey, itemKey)}/targeting/${text}`;
export const audience = (key: string): string => `acme/audiences/${key}`;
export const tag = (campaignKey: string, itemKey: string, key: string): string =>
  `${item(campaignKey, itemKey)}/tracking_tags/${key}`;

/** An audience that is made of another one. */
export const flexible: Values = {
  audience_type: 'FLEXIBLE',
  segments: { boolean_operator: 'AND', child_segments: [{ custom_audience_id: '1nmth', negate: false }] },
};

/** What a resource of the kind declares where a test does not say. */
const usual: Readonly<Record<string, (key: string) => Values>> = {
  account: () => ({}),
  funding_instrument: () => ({ type: 'CREDIT_LINE', currency: 'USD', start_time: '2026-01-01T00:00:00Z' }),
  campaign: (name) => ({
    name,
    funding_instrument_id: 'fi1',
    entity_status: 'PAUSED',
    budget_optimization: 'CAMPAIGN',
    [daily]: 10 * million,
  }),
  line_item: (name) => ({
    name,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
    entity_status: 'PAUSED',
  }),
  tracking_tag: (key) => ({
    tracking_tag_type: 'IMPRESSION_TAG',
    tracking_tag_url: `https://example.com/${key}`,
  }),
  targeting_criterion: (key) => {
    const [type = '', operator = '', value = ''] = key.split(':');
    return { targeting_type: type, operator_type: operator, targeting_value: value };
  },
  promoted_post: (key) => ({ tweet_id: key }),
  line_item_curated_category: (key) => ({ curated_category_id: key }),
  custom_audience: (name) => ({ name }),
  post: (name) => ({ as_user_id: '7', text: name, name, nullcast: true }),
};

const noConsents: Consents = {
  adopt: { all: false, addresses: new Map() },
  undoDrift: [],
  allowRecreate: [],
  takeAlong: [],
  override: [],
  keepStopped: false,
};

type More = Partial<Pick<DesiredResource, 'id' | 'source' | 'home' | 'sets'>> & {
  readonly lifecycle?: Partial<DesiredResource['lifecycle']>;
};

/** The kind of the resource at an address. */
export function kindAt(address: string): Kind {
  const parts = address.split('/');
  const section = parts.at(parts.length % 2 === 0 ? -1 : -2);
  const parent = parentAddress(address);
  const above = parent === undefined ? undefined : kindAt(parent);
  const fitting = allKinds.filter((each) => each.section === section);
  const kind =
    parent === undefined
      ? rootKind
      : (fitting.find((each) => each.parent === above?.name) ??
        fitting.find((each) => each.externalUnder === above?.name));
  if (kind === undefined) throw new RangeError(`no kind stands at ${address}`);
  return kind;
}

/** The id that a resource of the worlds has: its address without account and sections, joined by points. */
export function idOf(address: string): string {
  const keys = address.split('/').filter((_, index) => index % 2 === 0);
  // What is the only one goes by the id of what it stands in.
  return keys.length === 1 ? (accountIds[keys.join('')] ?? '') : keys.slice(1).join('.');
}

/**
 * A document, a state and a platform, told in lines: what is declared, what is ours (declared, remembered and live,
 * all alike), what was ours and is declared no longer, what is foreign; then what somebody changed about each.
 */
export class PlanWorld {
  readonly #declared = new Map<string, DesiredResource>();
  readonly #entries = new Map<string, StateEntry>();
  readonly #live = new Map<string, LiveRecord>();
  #document: Partial<DesiredDocument> = {};
  #policy: Partial<Policy> = {};
  #limits: Partial<AccountLimits> = {};
  #input: Partial<PlanInput> = {};
  #incomplete: readonly string[] = [];
  #partial: readonly string[] = [];

  constructor() {
    this.declared('acme', {}, { id: idOf('acme') });
    for (const id of ['fi1', 'fi2'])
      this.foreign('funding_instrument', id, usual['funding_instrument']?.(id) ?? {});
  }

  /** Declared only. */
  declared(address: string, fields: Values = {}, more: More = {}): this {
    const kind = kindAt(address);
    const [accountKey = ''] = address.split('/');
    const { lifecycle, ...rest } = more;
    const own =
      rest.id === undefined ? { ...usual[kind.name]?.(address.split('/').at(-1) ?? ''), ...fields } : fields;
    this.#declared.set(address, {
      address,
      kind: kind.name,
      accountKey,
      parent: parentAddress(address),
      id: undefined,
      fields: own,
      source: { file: 'campaigns.yaml', line: this.#declared.size + 1, column: 1 },
      home: { file: 'campaigns.yaml' },
      fieldSources: {},
      // Sets that its members do not imply are none of the test's business, and neither is what is left untargeted.
      sets: kind.name === 'line_item' ? ['targeting_criterion'] : [],
      ...rest,
      lifecycle: {
        preventDestroy: false,
        adopt: false,
        allowReplace: false,
        ignoreChanges: [],
        ...lifecycle,
      },
    });
    return this;
  }

  /** Live only: somebody else made it. */
  foreign(kind: string, id: string, fields: Values = {}, account = 'acme'): this {
    const empty = Object.values(allKinds.find(({ name }) => name === kind)?.fields ?? {}).map(
      ({ wire }) => [wire, null] as const,
    );
    this.#live.set(`${account} ${kind} ${id}`, {
      kind,
      accountId: accountIds[account] ?? '',
      id,
      fields: { ...Object.fromEntries(empty), currency: 'USD', ...usual[kind]?.(id), ...fields },
      deleted: false,
      updatedAt: '2026-11-01T00:00:00Z',
    });
    return this;
  }

  /** Remembered and live, not declared; `fields` over the usual ones. */
  dropped(address: string, fields: Values = {}, more: Partial<StateEntry> = {}): this {
    const kind = kindAt(address);
    const [accountKey = ''] = address.split('/');
    const id = idOf(address);
    const own = { ...usual[kind.name]?.(address.split('/').at(-1) ?? ''), ...fields };
    const parent = ancestors(address)[0];
    const above =
      kind.parentField === undefined || parent === undefined ? {} : { [kind.parentField]: idOf(parent) };
    this.foreign(kind.name, id, { ...own, ...above }, accountKey);
    this.#entries.set(address, {
      address,
      kind: kind.name,
      accountKey,
      accountId: accountIds[accountKey] ?? '',
      id,
      origin: 'created',
      declared: own,
      answered: own,
      file: 'campaigns.yaml',
      preventDestroy: false,
      ...more,
    });
    return this;
  }

  /** Declared, remembered and live, all alike. */
  ours(address: string, fields: Values = {}, more: More = {}): this {
    return this.dropped(address, fields).declared(address, fields, more);
  }

  /** The document says something else about a resource now; `undefined` takes a field out. */
  edit(address: string, fields: Readonly<Record<string, Values[string] | undefined>>, more: More = {}): this {
    const known = this.#declared.get(address);
    const { lifecycle, ...rest } = more;
    if (known === undefined) throw new RangeError(`${address} is not declared`);
    this.#declared.set(address, {
      ...known,
      ...rest,
      fields: merged(known.fields, fields),
      lifecycle: { ...known.lifecycle, ...lifecycle },
    });
    return this;
  }

  /** The document declares it no longer. */
  without(address: string): this {
    this.#declared.delete(address);
    return this;
  }

  /** Somebody changes a record of ours on the platform; `undefined` hides a field from reading. */
  outside(address: string, fields: Readonly<Record<string, Values[string] | undefined>>): this {
    const name = recordName(address);
    const known = this.#live.get(name);
    if (known === undefined) throw new RangeError(`${address} is not live`);
    this.#live.set(name, { ...known, fields: merged(known.fields, fields) });
    return this;
  }

  /** Somebody deletes a record of ours on the platform. */
  vanish(address: string): this {
    const name = recordName(address);
    const known = this.#live.get(name);
    if (known === undefined) throw new RangeError(`${address} is not live`);
    this.#live.set(name, { ...known, deleted: true });
    return this;
  }

  /** The state remembers something else. */
  remember(address: string, change: Partial<StateEntry>): this {
    const known = this.#entries.get(address);
    if (known === undefined) throw new RangeError(`the state does not know ${address}`);
    this.#entries.set(address, { ...known, ...change });
    return this;
  }

  document(more: Partial<DesiredDocument>): this {
    this.#document = { ...this.#document, ...more };
    return this;
  }

  moved(...moves: readonly (readonly [from: string, to: string])[]): this {
    const source = { file: 'campaigns.yaml', line: 1, column: 1 };
    return this.document({ moved: moves.map(([from, to]) => ({ from, to, source })) });
  }

  removed(from: string, destroy: boolean): this {
    return this.document({
      removed: [{ from, destroy, source: { file: 'campaigns.yaml', line: 1, column: 1 } }],
    });
  }

  policy(policy: Partial<Policy>): this {
    this.#policy = { ...this.#policy, ...policy };
    return this;
  }

  limits(limits: Partial<AccountLimits>): this {
    this.#limits = { ...this.#limits, ...limits };
    return this;
  }

  consent(consents: Partial<Consents>): this {
    return this.with({ consents: { ...(this.#input.consents ?? noConsents), ...consents } });
  }

  /** Parts of the planner's input that are not told by the world. */
  with(input: Partial<PlanInput>): this {
    this.#input = { ...this.#input, ...input };
    return this;
  }

  /** Kinds that were not read completely. */
  unread(...kinds: readonly string[]): this {
    this.#incomplete = kinds;
    return this;
  }

  /** Kinds of which only what is told here was read. */
  partly(...kinds: readonly string[]): this {
    this.#partial = kinds;
    return this.unread(...kinds);
  }

  input(): PlanInput {
    const resources = [...this.#declared.values()];
    const keys = [...new Set(resources.map(({ accountKey }) => accountKey))];
    return {
      command: 'apply',
      adsyncVersion: '0.1.0',
      createdAt: '2026-11-20T10:00:00Z',
      paths: ['campaigns.yaml'],
      document: {
        digest: 'sha256:0',
        accounts: keys.map((key) => ({ key, id: accountIds[key] ?? '', limits: this.#allLimits() })),
        resources,
        moved: [],
        removed: [],
        policy: { ...lenientPolicy, ...this.#policy },
        files: ['campaigns.yaml'],
        places: { files: [], folders: [], unread: [], roots: [] },
        ...this.#document,
      },
      live: Object.values(accountIds).map((accountId) => ({
        accountId,
        complete: allKinds.map(({ name }) => name).filter((name) => !this.#incomplete.includes(name)),
        ...(this.#partial.length > 0 && { partial: this.#partial }),
        records: [...this.#live.values()].filter((record) => record.accountId === accountId),
        readAt: Date.parse('2026-11-20T10:00:00Z'),
      })),
      entries: [...this.#entries.values()],
      journal: 17,
      resolved: [],
      consents: noConsents,
      targets: [],
      ...this.#input,
    };
  }

  result(): PlanResult {
    return createPlan(this.input());
  }

  plan(): Plan {
    return this.result().plan;
  }

  drift(): DriftReport {
    return createDriftReport({ ...this.input(), listUnmanaged: false });
  }

  #allLimits(): AccountLimits {
    const batch = { campaigns: 10, line_items: 10, targeting_criteria: 4 };
    return { activeCampaigns: 200, count: 'active', lineItems: undefined, batch, ...this.#limits };
  }
}

function recordName(address: string): string {
  return `${address.split('/')[0]} ${kindAt(address).name} ${idOf(address)}`;
}

function merged(fields: Values, changes: Readonly<Record<string, Values[string] | undefined>>): Values {
  const all: [string, Values[string] | undefined][] = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(all.flatMap(([wire, value]) => (value === undefined ? [] : [[wire, value]])));
}

/** The changes of a plan in a line each: what is done to which address, and why. */
export function told({ changes }: Plan): readonly string[] {
  return changes.map(({ action, address, cause }) => `${action} ${address} (${cause})`);
}

/** The operations of a plan in the order in which they are sent, a step a line. */
export function sent({ steps }: Plan): readonly string[] {
  return steps.map(
    ({ effect, operations }) =>
      `${effect}: ${operations.map(({ operation_type: type, address, params }) => `${type} ${address}${statusIn(params)}`).join(', ')}`,
  );
}

function statusIn({ entity_status: status }: Values): string {
  return typeof status === 'string' ? ` ${status}` : '';
}

/** What can be spent by currency, without the calendar; `null` where it is not counted. */
export function exposureOf(plan: Plan, account = 'acme'): Readonly<Record<string, unknown>> | null {
  const exposure = plan.budget[account]?.exposure ?? null;
  if (exposure === null) return null;
  return Object.fromEntries(
    Object.entries(exposure).map(([currency, { before, after, peak, uncapped }]) => [
      currency,
      { before, after, peak, uncapped },
    ]),
  );
}

/** What stands against a plan, a line each. */
export function refused({ violations }: Plan): readonly string[] {
  return violations.map(({ rule, address, message }) => `${rule} ${address}: ${message}`);
}

/** Stands for any text that matches, inside what is expected. */
export function matching(pattern: RegExp): unknown {
  const matcher: unknown = expect.stringMatching(pattern);
  return matcher;
}
