import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { StateEntry } from '../schemas/state-entry.ts';
import { checksumOf } from './checksum.ts';
import { chunks } from './chunks.ts';
import type { Database } from './tables.ts';

/** A row of `resources` that is no more. */
export type ReplacedEntry = Pick<Database['resources'], 'address' | 'data' | 'checksum'>;

const identitySchema = z.object({ kind: z.string(), id: z.string() });

/**
 * Lets the members of replaced entries go where the same record is put, under the same address or another, and
 * removes those of records that are forgotten. Returns the checksums of what was changed.
 */
export async function takeMembersAlong(
  tx: Transaction<Database>,
  replaced: readonly ReplacedEntry[],
  put: ReadonlyMap<string, StateEntry>,
): Promise<readonly number[]> {
  const old = new Map(replaced.map(({ address, data }) => [address, data]));
  const sets = await setsAt(tx, [...old.keys()]);
  const moves = [...old].flatMap(([address, data]) => {
    const set = sets.get(address);
    if (set === undefined) return [];
    const to = addressOf(identitySchema.parse(JSON.parse(data)), put);
    return to === address ? [] : [{ set, to }];
  });
  const waiting: { readonly from: string; readonly set: Database['member_sets'] }[] = [];
  for (const { set, to } of moves) {
    if (to === undefined) await removeMembers(tx, set.address);
    else {
      // Two may change places: each leaves its address before one arrives.
      const from = ` ${set.address}`;
      await rename(tx, set.address, { ...set, address: from });
      const row = { address: to, members: set.members, total: set.total };
      waiting.push({ from, set: { ...row, checksum: checksumOf.memberSet(row) } });
    }
  }
  for (const { from, set } of waiting) await rename(tx, from, set);
  return [...moves.map(({ set }) => -set.checksum), ...waiting.map(({ set }) => set.checksum)];
}

async function setsAt(
  tx: Transaction<Database>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Database['member_sets']>> {
  const sets: Database['member_sets'][] = [];
  for (const some of chunks(addresses))
    sets.push(...(await tx.selectFrom('member_sets').selectAll().where('address', 'in', some).execute()));
  return new Map(sets.map((set) => [set.address, set]));
}

function addressOf(
  { kind, id }: z.infer<typeof identitySchema>,
  put: ReadonlyMap<string, StateEntry>,
): string | undefined {
  return put.values().find((entry) => entry.kind === kind && entry.id === id)?.address;
}

async function removeMembers(tx: Transaction<Database>, address: string): Promise<void> {
  await tx.deleteFrom('members').where('address', '=', address).execute();
  await tx.deleteFrom('member_sets').where('address', '=', address).execute();
}

async function rename(tx: Transaction<Database>, from: string, set: Database['member_sets']): Promise<void> {
  await tx.updateTable('members').set({ address: set.address }).where('address', '=', from).execute();
  await tx.updateTable('member_sets').set(set).where('address', '=', from).execute();
}
