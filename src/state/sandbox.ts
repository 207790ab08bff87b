import type { Write } from './backend.ts';
import { checksumOf, negated } from './checksum.ts';
import { hostText, rowReader } from './rows.ts';
import { addToSeal } from './seal.ts';

/** Which sandbox an account is read from, in which state. */
export interface SandboxChange {
  readonly accountId: string;
  readonly sandbox: string;
  readonly location: string;
}

/** Puts the sandbox that an account is read from in place of the one that was remembered. */
export async function recordSandbox(
  { tx }: Write,
  { accountId, sandbox, location }: SandboxChange,
): Promise<void> {
  const old = await tx.deleteFrom('bindings').where('account_id', '=', accountId).returningAll().execute();
  const rows = old.map(rowReader(location).binding).map(({ accountKey, host }) => {
    const row = { account_key: accountKey, account_id: accountId, host: hostText({ host, sandbox }) };
    return { ...row, checksum: checksumOf.binding(row) };
  });
  await tx.insertInto('bindings').values(rows).execute();
  await addToSeal(tx, [...negated(old), ...rows.map(({ checksum }) => checksum)]);
}
