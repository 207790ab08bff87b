import type {
  AccountLimits,
  DesiredDocument,
  DesiredResource,
  Source,
} from '../../../src/schemas/desired.ts';
import type { Plan, Step } from '../../../src/schemas/plan.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { Values } from '../../../src/schemas/values.ts';

export const accountId = '18ce54d4x5t';

/** An operation of a hand-written plan; its number is its place in the plan, from 1. */
export interface OperationSpec {
  readonly type: 'Create' | 'Update' | 'Delete';
  readonly address: string;
  readonly params?: Values;
  readonly id?: string;
  readonly requires?: readonly number[];
  readonly waitsFor?: readonly string[];
}

/** A step of a hand-written plan; its number is its place, from 1. It goes as a batch unless said. */
export interface StepSpec {
  readonly kind: string;
  readonly operations: readonly OperationSpec[];
  readonly single?: true;
  readonly effect?: Step['effect'];
  readonly atomic?: true;
  readonly after?: readonly number[];
}

/** A valid campaign by wire name, PAUSED unless said. */
export function campaign(name: string, more: Values = {}): Values {
  return {
    name,
    funding_instrument_id: 'hxtet',
    entity_status: 'PAUSED',
    daily_budget_amount_local_micro: 5_000_000,
    ...more,
  };
}

/** A valid line item by wire name. */
export function lineItem(name: string, campaignId: Values[string], more: Values = {}): Values {
  return {
    campaign_id: campaignId,
    name,
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
    entity_status: 'PAUSED',
    ...more,
  };
}

/** Creates of campaigns with the given keys, in one batch. */
export function createCampaigns(keys: readonly string[], more: Values = {}): StepSpec {
  const operations = keys.map((key): OperationSpec => {
    return { type: 'Create', address: `acme/campaigns/${key}`, params: campaign(key, more) };
  });
  return { kind: 'campaign', operations };
}

/** A plan of exactly these steps, with the changes that they make. */
export function buildPlan(specs: readonly StepSpec[]): Plan {
  let number = 0;
  const steps = specs.map((spec, index): Step => {
    const { method, path, host } = requestOf(spec);
    const operations = spec.operations.map((operation) => {
      number += 1;
      const { type, address, id = null, params = {}, requires = [], waitsFor } = operation;
      const waiting = waitsFor === undefined ? {} : { waits_for: [...waitsFor] };
      return {
        operation: number,
        operation_type: type,
        address,
        id,
        params,
        requires: [...requires],
        ...waiting,
      };
    });
    return {
      step: index + 1,
      host,
      method,
      path: path.replace(':account_id', accountId),
      account_id: accountId,
      batch: spec.single !== true,
      effect: spec.effect ?? 'neutral',
      operations,
      after: [...(spec.after ?? [])],
      ...(spec.atomic === true && { atomic: true as const }),
    };
  });
  return { ...emptyPlan, steps, changes: changesOf(specs) };
}

function requestOf({ kind: name, single, operations }: StepSpec): Pick<Step, 'method' | 'path' | 'host'> {
  const { batch, create, update, delete: remove } = kindNamed(name).operations;
  const bySort = { Create: create, Update: update, Delete: remove };
  const one = bySort[operations[0]?.type ?? 'Create'];
  if (single === true && one !== undefined) return { host: 'ads', method: one.method, path: one.path };
  return { host: 'ads', method: 'POST', path: batch?.path ?? '' };
}

const actions = { Create: 'create', Update: 'update', Delete: 'delete' } as const;

function changesOf(specs: readonly StepSpec[]): Plan['changes'] {
  const all = specs.flatMap(({ kind, operations }) => operations.map((operation) => ({ kind, operation })));
  const first = all.filter(
    ({ operation }, index) => all.findIndex((each) => each.operation.address === operation.address) === index,
  );
  const sent = (address: string): Values => {
    const own = all.filter(({ operation }) => operation.address === address);
    return Object.fromEntries(own.flatMap(({ operation }) => Object.entries(operation.params ?? {})));
  };
  return first.map(({ kind, operation: { type, address, id } }) => ({
    address,
    kind,
    account_id: accountId,
    id: id ?? null,
    name: address,
    currency: 'USD',
    action: actions[type],
    cause: 'config' as const,
    irreversible: false,
    source: sourceOf(address),
    before: {},
    after: sent(address),
    patch: [],
    precondition: {},
    fields: [],
  }));
}

/** A place that tells addresses apart. */
function sourceOf(address: string): Source {
  return { file: 'campaigns.yaml', line: address.length, column: 9 };
}

/** The document that declares what the plan creates and updates. */
export function documentOf(plan: Plan, limits: Partial<AccountLimits> = {}): DesiredDocument {
  const account = resource('acme', 'account', {}, accountId);
  const declared = plan.changes
    .filter(({ action }) => action !== 'delete')
    .map(({ address, kind, after }) => resource(address, kind, after));
  const all = { activeCampaigns: 200, count: 'active', lineItems: undefined, batch: {}, ...limits } as const;
  return {
    digest: 'sha256:0',
    accounts: [{ key: 'acme', id: accountId, limits: all }],
    resources: [account, ...declared],
    moved: [],
    removed: [],
    policy: {
      maxDeletes: { percent: 30 },
      maxUpdates: undefined,
      maxDailyBudget: undefined,
      maxDailyBudgetIncrease: undefined,
      maxBudgetFactor: 10,
      maxBid: undefined,
      maxBidFactor: 10,
      maxMemberRemovals: { percent: 30 },
      undoDrift: 'ask',
      forbid: [],
      flights: { maxDays: undefined, earliest: undefined, latest: undefined },
      freeze: [],
      names: {},
    },
    files: ['campaigns.yaml'],
    places: { files: [], folders: [], unread: [], roots: [] },
  };
}

function resource(address: string, kind: string, fields: Values, id?: string): DesiredResource {
  const source = sourceOf(address);
  const places = Object.keys(fields).map((wire, index) => [wire, { ...source, line: 1000 + index }] as const);
  return {
    address,
    kind,
    accountKey: 'acme',
    parent: undefined,
    id,
    fields,
    lifecycle: { preventDestroy: false, adopt: false, allowReplace: false, ignoreChanges: [] },
    sets: [],
    source,
    home: { file: source.file },
    fieldSources: Object.fromEntries(places),
  };
}

const emptyPlan: Plan = {
  format_version: '1.0',
  adsync_version: '0.0.0',
  created_at: '2026-11-20T10:00:00Z',
  command: 'apply',
  paths: ['campaigns.yaml'],
  basis: { document: 'sha256:0', live: 'sha256:0', state: 0 },
  effect: 'sha256:0',
  summary: {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    move: 0,
    forget: 0,
    unchanged: 0,
    unmanaged: 0,
    out_of_scope: 0,
    unchecked: 0,
  },
  changes: [],
  steps: [],
  budget: {},
  consents: [],
  violations: [],
  resolved: [],
  names: {},
};
