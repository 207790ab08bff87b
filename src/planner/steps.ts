import type { DesiredAccount } from '../schemas/desired.ts';
import type { Step } from '../schemas/plan.ts';
import { levelsOf } from './levels.ts';
import type { Operation } from './operations.ts';
import type { Weighed } from './room.ts';

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
  accounts: readonly DesiredAccount[],
): { readonly steps: readonly Step[]; readonly order: readonly Weighed[] } {
  const groups = groupsOf(weighed, accounts);
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

function groupsOf(weighed: readonly Weighed[], accounts: readonly DesiredAccount[]): readonly Group[] {
  const levels = levelsOf(weighed);
  const batchSizes = new Map(accounts.map((account) => [account.id, account.limits.batch]));
  const together = new Map<string, Group & { readonly size: number; readonly members: Weighed[] }>();
  for (const each of weighed) {
    const head = headOf(each);
    const { subject, number } = each.operation;
    const level = Number(levels.get(number));
    const name = JSON.stringify([level, head, head.batch ? '' : number]);
    const { batch } = subject.kind.operations;
    const size = batch === undefined ? 1 : (batchSizes.get(each.accountId)?.[batch.limit] ?? 10);
    const group = together.get(name);
    if (group === undefined)
      together.set(name, { level, head, size: head.batch ? size : 1, members: [each] });
    else group.members.push(each);
  }
  return [...together.values()]
    .flatMap(({ level, head, size, members }) =>
      chunks(members, size).map((chunk): Group => ({ level, head, members: chunk })),
    )
    .sort((a, b) => a.level - b.level);
}

function headOf({ operation, accountId, effect }: Weighed): Group['head'] {
  const { kind } = operation.subject;
  const { batch } = kind.operations;
  const account = (path: string): string => path.replace(':account_id', accountId);
  // Batches document no way to send an empty value, which is what unsets a field.
  const unsets = Object.values(operation.params).includes(null);
  if (batch !== undefined && !unsets) {
    return {
      host: 'ads',
      method: 'POST',
      path: account(batch.path),
      account_id: accountId,
      batch: true,
      effect,
    };
  }
  const single = {
    Create: kind.operations.create,
    Update: kind.operations.update,
    Delete: kind.operations.delete,
  }[operation.type];
  if (single === undefined) throw new RangeError(`${kind.name} cannot be written by ${operation.type}`);
  const path = account(single.path).replace(':id', recordId(operation) ?? ':id');
  return {
    host: single.host ?? 'ads',
    method: single.method,
    path,
    account_id: accountId,
    batch: false,
    effect,
  };
}

function chunks<T>(members: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let start = 0; start < members.length; start += size) parts.push(members.slice(start, start + size));
  return parts;
}
