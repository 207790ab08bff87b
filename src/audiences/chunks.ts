import type { KeptMember, MembersDifference } from './difference.ts';
import { memberUser } from './member.ts';
import type { MembersValue } from './members-value.ts';
import type { PartnerSeal } from './partner-seal.ts';

// Bounds of one call (F-audience-10).
const mostOperations = 2500;
const mostBytes = 5_000_000;

/** One call: its body, and what the state keeps once it is answered. */
export interface MembersChunk {
  readonly body: readonly MembersOperation[];
  readonly add: readonly KeptMember[];
  readonly remove: readonly KeptMember[];
}

/** One operation of a call, on one member (F-audience-09). */
interface MembersOperation {
  readonly operation_type: 'Update' | 'Delete';
  readonly params: {
    readonly users: readonly Readonly<Record<string, readonly string[]>>[];
    readonly effective_at?: string;
    readonly expires_at?: string;
  };
}

interface Item {
  readonly operation: MembersOperation;
  readonly add: readonly KeptMember[];
  readonly remove: readonly KeptMember[];
}

/**
 * The calls that carry out a difference, each within the bounds. Who leaves is sent first: what belongs to one person
 * may stand in a row that goes and in one that comes.
 */
export function* membersChunks(
  difference: MembersDifference,
  period: Pick<MembersValue, 'effective_at' | 'expires_at'>,
  seal: PartnerSeal,
): Generator<MembersChunk> {
  let items: Item[] = [];
  let bytes = 2;
  for (const item of itemsOf(difference, period, seal)) {
    const size = Buffer.byteLength(JSON.stringify(item.operation)) + 1;
    if (items.length === mostOperations || (items.length > 0 && bytes + size > mostBytes)) {
      yield chunkOf(items);
      items = [];
      bytes = 2;
    }
    items.push(item);
    bytes += size;
  }
  if (items.length > 0) yield chunkOf(items);
}

function* itemsOf(
  { add, remove, replaced }: MembersDifference,
  { effective_at, expires_at }: Pick<MembersValue, 'effective_at' | 'expires_at'>,
  seal: PartnerSeal,
): Generator<Item> {
  for (const member of remove) {
    const params = { users: [memberUser(seal.open(member.digest))] };
    yield { operation: { operation_type: 'Delete', params }, add: [], remove: [member] };
  }
  for (const member of add) {
    const params = { users: [memberUser(seal.open(member.digest))], effective_at, expires_at };
    const earlier = replaced.get(member.digest);
    const operation = { operation_type: 'Update', params } as const;
    yield { operation, add: [member], remove: earlier === undefined ? [] : [earlier] };
  }
}

function chunkOf(items: readonly Item[]): MembersChunk {
  return {
    body: items.map(({ operation }) => operation),
    add: items.flatMap(({ add }) => add),
    remove: items.flatMap(({ remove }) => remove),
  };
}
