import type { Step } from '../../schemas/plan.ts';
import type { BatchSize } from '../graph/batch-size.ts';
import type { EdgeReason, Requirements } from '../graph/edges.ts';
import { meansFor, type Operation } from '../graph/operations.ts';
import type { SetChanges } from '../graph/set-changes.ts';
import { rankOf } from '../graph/sibling-order.ts';
import { singleEndpoint } from '../match/write-mode.ts';
import { levelsOf } from './levels.ts';
import type { Weighed } from './weighed.ts';

type Bundles = SetChanges['bundles'];

interface Group {
  readonly level: number;
  readonly head: Omit<Step, 'step' | 'operations' | 'after'>;
  readonly members: readonly Weighed[];
}

/** What requests are formed by. */
export interface Forming {
  readonly requirements: Requirements;
  /** Addresses that must be usable first, by the number of the operation that waits. */
  readonly usable: ReadonlyMap<number, readonly string[]>;
  readonly sizeOf: BatchSize;
  readonly bundles: SetChanges['bundles'];
}

/** Why requests wait, by the numbers that the plan gives operations and steps. */
export interface RecordedWaits {
  /** Operations that each operation waits for, with the reason. */
  readonly operations: ReadonlyMap<number, readonly (readonly [operation: number, why: EdgeReason])[]>;
  /** Steps that free room under a limit, by the step that takes some and follows them all. */
  readonly barriers: ReadonlyMap<number, readonly number[]>;
}

/** The requests of a plan, in order, with the operations in that order and the reasons for it. */
export interface Formed {
  readonly steps: readonly Step[];
  readonly order: readonly Weighed[];
  readonly waits: RecordedWaits;
}

/**
 * The requests of a plan, in order: operations of one round that share an endpoint and an effect go together, as many
 * as a batch may hold. Operations are numbered anew in the order in which they are sent.
 */
export function stepsOf(weighed: readonly Weighed[], forming: Forming): Formed {
  const groups = groupsOf(weighed, forming);
  const order = groups.flatMap(({ members }) => members);
  const numbers = new Map(order.map(({ operation }, index) => [operation.number, index + 1]));
  const stepOf = new Map(
    groups.flatMap(({ members }, index) =>
      members.map(({ operation }) => [numbers.get(operation.number), index + 1] as const),
    ),
  );
  const waitsOf = ({ number }: Operation): readonly (readonly [number, EdgeReason])[] =>
    [...forming.requirements.of(number)]
      .flatMap(([required, why]) =>
        [numbers.get(required)].flatMap((own) => (own === undefined ? [] : [[own, why] as const])),
      )
      .sort(([a], [b]) => a - b);
  const planned = groups.map(({ head, members }) => ({
    head,
    own: members.map(({ operation }) => ({
      operation,
      number: Number(numbers.get(operation.number)),
      waits: waitsOf(operation),
    })),
  }));
  const operations = new Map(planned.flatMap(({ own }) => own.map(({ number, waits }) => [number, waits])));
  const barriers = barriersOf(groups);
  const steps = planned.map(({ head, own }, index): Step => {
    const required = own.flatMap(({ waits }) => waits.map(([number]) => Number(stepOf.get(number))));
    const after = [...(barriers.get(index + 1) ?? []), ...required];
    return {
      step: index + 1,
      ...head,
      operations: own.map(({ operation, number, waits }) => {
        const usable = forming.usable.get(operation.number);
        return {
          operation: number,
          operation_type: operation.type,
          address: operation.subject.address,
          id: recordId(operation),
          params: operation.params,
          requires: waits.map(([required]) => required),
          ...(usable === undefined ? {} : { waits_for: [...usable] }),
        };
      }),
      after: [...new Set(after)].sort((a, b) => a - b),
    };
  });
  return { steps, order, waits: { operations, barriers } };
}

/** A step that takes room follows every step of its account that frees some, so that the two are never sent together. */
function barriersOf(groups: readonly Group[]): RecordedWaits['barriers'] {
  const numbered = groups.map(({ head }, index) => ({ head, step: index + 1 }));
  const releases = Map.groupBy(
    numbered.filter(({ head }) => head.effect === 'release'),
    ({ head }) => head.account_id,
  );
  return new Map(
    numbered.flatMap(({ head, step }) => {
      const before = head.effect === 'claim' ? releases.get(head.account_id) : undefined;
      return before === undefined ? [] : [[step, before.map((each) => each.step)] as const];
    }),
  );
}

/** The record an operation acts on; `null` where it is made by this plan. */
function recordId({ type, role, subject }: Operation): string | null {
  const id = subject.live?.id ?? null;
  if (type === 'Create') return null;
  return subject.verdict === 'replace' && role !== 'pause' && role !== 'delete' ? null : id;
}

function groupsOf(
  weighed: readonly Weighed[],
  { requirements, usable, sizeOf, bundles }: Forming,
): readonly Group[] {
  const levels = levelsOf(weighed, requirements);
  const together = new Map<string, Group & { readonly size: number; readonly members: Weighed[] }>();
  for (const each of weighed) {
    const head = headOf(each, bundles);
    const { subject, number } = each.operation;
    const level = Number(levels.get(number));
    const alone = head.atomic === true ? bundles.get(subject.address)?.name : head.batch ? '' : number;
    const name = JSON.stringify([level, head, alone, usable.get(number) ?? []]);
    const group = together.get(name);
    if (group === undefined) {
      const size = head.batch ? sizeOf(each.accountId, subject.kind) : 1;
      together.set(name, { level, head, size, members: [each] });
    } else group.members.push(each);
  }
  return [...together.values()]
    .flatMap(({ level, head, size, members }) =>
      packed(members, size, bundles).map((part): Group => ({ level, head, members: part })),
    )
    .sort((a, b) => a.level - b.level);
}

/** Parts of at most so many operations, in order; what belongs together stays together. */
function packed(
  members: readonly Weighed[],
  size: number,
  bundles: Bundles,
): readonly (readonly Weighed[])[] {
  const units = Map.groupBy(
    members,
    ({ operation: { subject, number } }) => bundles.get(subject.address)?.name ?? number,
  );
  const parts: Weighed[][] = [];
  for (const unit of units.values()) {
    const last = parts.at(-1);
    const ordered = unit.length === 1 ? unit : inOrder(unit);
    if (last === undefined || last.length + unit.length > size) parts.push([...ordered]);
    else last.push(...ordered);
  }
  return parts;
}

/** What goes leaves before what comes, and that comes by its kind's rank. */
function inOrder(unit: readonly Weighed[]): readonly Weighed[] {
  return [...unit].sort((a, b) => Number(placeOf(a) > placeOf(b)) - Number(placeOf(a) < placeOf(b)));
}

function placeOf({ operation }: Weighed): number {
  return operation.type === 'Create' ? rankOf(operation) : Number.NEGATIVE_INFINITY;
}

function headOf({ operation, accountId, effect }: Weighed, bundles: Bundles): Group['head'] {
  const { subject } = operation;
  const { kind } = subject;
  const account = { account_id: accountId, effect };
  const inAccount = (path: string): string => path.replace(':account_id', accountId);
  const { batch } = kind.operations;
  if (batch !== undefined && meansFor(operation) === 'batch') {
    const shared = {
      host: 'ads',
      method: 'POST',
      path: inAccount(batch.path),
      batch: true,
      ...account,
    } as const;
    return bundles.get(subject.address)?.atOnce === true ? { ...shared, atomic: true } : shared;
  }
  const single = singleEndpoint(kind, operation.type);
  if (single === undefined) throw new RangeError(`${kind.name} cannot be written by ${operation.type}`);
  const path = inAccount(single.path).replace(':id', recordId(operation) ?? ':id');
  return { host: single.host ?? 'ads', method: single.method, path, batch: false, ...account };
}
