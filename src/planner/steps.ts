import type { Step } from '../schemas/plan.ts';
import type { BatchSize } from './batch-size.ts';
import { levelsOf } from './levels.ts';
import { singleEndpoint } from './means.ts';
import { meansFor, type Operation } from './operations.ts';
import type { SetChanges } from './restrict.ts';
import type { Weighed } from './room.ts';
import { rankOf } from './siblings.ts';

type Bundles = SetChanges['bundles'];

interface Group {
  readonly level: number;
  readonly head: Omit<Step, 'step' | 'operations' | 'after'>;
  readonly members: readonly Weighed[];
}

/**
 * The requests of a plan, in order: operations of one round that share an endpoint and an effect go together, as many
 * as a batch may hold. Operations are numbered anew in the order in which they are sent.
 */
export function stepsOf(
  weighed: readonly Weighed[],
  sizeOf: BatchSize,
  bundles: Bundles,
): { readonly steps: readonly Step[]; readonly order: readonly Weighed[] } {
  const groups = groupsOf(weighed, sizeOf, bundles);
  const order = groups.flatMap(({ members }) => members);
  const numbers = new Map(order.map(({ operation }, index) => [operation.number, index + 1]));
  const stepOf = new Map(
    groups.flatMap(({ members }, index) =>
      members.map(({ operation }) => [operation.number, index + 1] as const),
    ),
  );
  const numbered = groups.map(({ head }, index) => ({ head, step: index + 1 }));
  const releases = Map.groupBy(
    numbered.filter(({ head }) => head.effect === 'release'),
    ({ head }) => head.account_id,
  );
  const renumber = (requires: Iterable<number>): number[] =>
    [...requires].flatMap((number) => numbers.get(number) ?? []).sort((a, b) => a - b);
  let sent = 0;
  const steps = groups.map(({ head, members }, index): Step => {
    const before = head.effect === 'claim' ? (releases.get(head.account_id) ?? []) : [];
    const required = members.flatMap(({ operation }) =>
      [...operation.requires].flatMap((number) => stepOf.get(number) ?? []),
    );
    return {
      step: index + 1,
      ...head,
      operations: members.map(({ operation }) => {
        sent += 1;
        return {
          operation: sent,
          operation_type: operation.type,
          address: operation.subject.address,
          id: recordId(operation),
          params: operation.params,
          requires: renumber(operation.requires),
          ...(operation.waitsFor.size > 0 ? { waits_for: [...operation.waitsFor] } : {}),
        };
      }),
      after: [...new Set([...before.map(({ step }) => step), ...required])].sort((a, b) => a - b),
    };
  });
  return { steps, order };
}

/** The record an operation acts on; `null` where it is made by this plan. */
function recordId({ type, role, subject }: Operation): string | null {
  const id = subject.live?.id ?? null;
  if (type === 'Create') return null;
  return subject.verdict === 'replace' && role !== 'pause' && role !== 'delete' ? null : id;
}

function groupsOf(weighed: readonly Weighed[], sizeOf: BatchSize, bundles: Bundles): readonly Group[] {
  const levels = levelsOf(weighed);
  const together = new Map<string, Group & { readonly size: number; readonly members: Weighed[] }>();
  for (const each of weighed) {
    const head = headOf(each, bundles);
    const { subject, number, waitsFor } = each.operation;
    const level = Number(levels.get(number));
    const alone = head.atomic === true ? bundles.get(subject.address)?.name : head.batch ? '' : number;
    const name = JSON.stringify([level, head, alone, [...waitsFor]]);
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
