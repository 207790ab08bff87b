import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Backend } from './backend.ts';
import { checksumOf, sumOf } from './checksum.ts';
import { chunks } from './chunks.ts';
import type { Member, MemberChanges } from './store.ts';
import type { Database } from './tables.ts';
import { damaged } from './unreadable.ts';

/** Members that are read at once. */
const pageSize = 5000;

/** What a change of members did: how many, and the checksums of the set before, negative, and after. */
export interface ChangedMembers {
  readonly added: number;
  readonly removed: number;
  readonly checksums: readonly number[];
}

/** The account of the entry at an address. Throws ADSYNC_INTERNAL where there is none. */
export async function accountAt(tx: Transaction<Database>, address: string): Promise<string> {
  const found = await tx
    .selectFrom('resources')
    .select('account_id')
    .where('address', '=', address)
    .executeTakeFirst();
  if (found !== undefined) return found.account_id;
  throw new AdsyncError('ADSYNC_INTERNAL', `The state holds no resource at ${JSON.stringify(address)}`);
}

/** Removes and adds members of an address; adding one that is there, and removing one that is not, changes nothing. */
export async function changeMembers(
  tx: Transaction<Database>,
  address: string,
  { add, remove }: MemberChanges,
): Promise<ChangedMembers> {
  const before = await setAt(tx, address);
  const removed = await deleteMembers(tx, address, remove);
  const added: Member[] = [];
  for (const some of chunks(add)) {
    const rows = some.map(({ kind, digest }) => ({ address, kind, digest }));
    const insert = tx
      .insertInto('members')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing());
    added.push(...(await insert.returning(['kind', 'digest']).execute()));
  }
  const total = sumOf([
    before?.total ?? 0,
    ...added.map(checksumOf.member),
    ...removed.map((member) => -checksumOf.member(member)),
  ]);
  const row = { address, members: (before?.members ?? 0) + added.length - removed.length, total };
  const after = { ...row, checksum: checksumOf.memberSet(row) };
  await tx.deleteFrom('member_sets').where('address', '=', address).execute();
  if (after.members > 0) await tx.insertInto('member_sets').values(after).execute();
  return {
    added: added.length,
    removed: removed.length,
    checksums: [
      ...(before === undefined ? [] : [-before.checksum]),
      ...(after.members > 0 ? [after.checksum] : []),
    ],
  };
}

async function deleteMembers(
  tx: Transaction<Database>,
  address: string,
  members: readonly Member[],
): Promise<readonly Member[]> {
  const removed: Member[] = [];
  for (const [kind, ofKind] of Map.groupBy(members, (member) => member.kind)) {
    for (const some of chunks(ofKind.map(({ digest }) => digest))) {
      const removal = tx
        .deleteFrom('members')
        .where('address', '=', address)
        .where('kind', '=', kind)
        .where('digest', 'in', some);
      removed.push(...(await removal.returning(['kind', 'digest']).execute()));
    }
  }
  return removed;
}

/** The members of an address, by kind and digest, once they are known to be what was written. */
export async function* readMembers(backend: Backend, address: string): AsyncGenerator<Member> {
  let members = 0;
  let total = 0;
  for await (const page of pages(backend, address)) {
    members += page.length;
    total = sumOf([total, ...page.map(checksumOf.member)]);
  }
  const set = await backend.read(async (tx) => await setAt(tx, address));
  if (members !== (set?.members ?? 0) || total !== (set?.total ?? 0))
    throw damaged(backend.location, `is damaged (the members of ${JSON.stringify(address)} do not add up)`);
  if (members === 0) return;
  for await (const page of pages(backend, address)) yield* page;
}

async function* pages(backend: Backend, address: string): AsyncGenerator<readonly Member[]> {
  let after: Member | undefined;
  do {
    const last = after;
    const page = await backend.read(async (tx) => {
      const all = tx.selectFrom('members').select(['kind', 'digest']).where('address', '=', address);
      const rest =
        last === undefined
          ? all
          : all.where((is) => is(is.refTuple('kind', 'digest'), '>', is.tuple(last.kind, last.digest)));
      return await rest.orderBy('kind').orderBy('digest').limit(pageSize).execute();
    });
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1);
  } while (after !== undefined);
}

async function setAt(
  tx: Transaction<Database>,
  address: string,
): Promise<Database['member_sets'] | undefined> {
  return await tx.selectFrom('member_sets').selectAll().where('address', '=', address).executeTakeFirst();
}
