import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { TextRequest } from '../platform/client.ts';
import { callOnce } from './call-platform.ts';
import { closeAfter } from './close-after.ts';
import { expectedAnswer } from './expected-answer.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';
import { hostClass } from './settings.ts';
import { withState } from './state/edit-state.ts';

/** An account as the platform shows it. */
export type AccountRecord = Readonly<Record<string, unknown>> & { readonly id: string };

const account = z.looseObject({ id: z.string().min(1) });
/** One record, also as a list of one (F-request-07). */
const createdSchema = z.object({
  data: z.union([z.tuple([account]).transform(([only]) => only), account]),
});
const deletedSchema = z.object({ data: account.extend({ deleted: z.literal(true) }) });

/** Hosts of the platform itself, which have accounts of people's money (F-request-01). */
const realHosts: ReadonlySet<string> = new Set(['ads-api.x.com', 'ads-api.twitter.com']);

/**
 * Makes an account on the platform's own sandbox (F-account-02), and gives its record. Throws ADSYNC_USAGE where the address
 * of the sandbox is that of the platform itself, what the platform refuses, ADSYNC_OUTCOME_UNKNOWN and
 * ADSYNC_ANSWER_INVALID.
 */
export async function createSandboxAccount(run: Run): Promise<AccountRecord> {
  const { data } = await write(run, { method: 'POST', path: '/12/accounts' }, createdSchema);
  return data;
}

/** Deletes an account of the platform's own sandbox (F-account-02). Throws as `createSandboxAccount`. */
export async function deleteSandboxAccount(run: Run, id: string): Promise<void> {
  const path = `/12/accounts/${encodeURIComponent(id)}`;
  await write(run, { method: 'DELETE', path, accountId: id }, deletedSchema);
}

/** What the state has of an account. */
export interface OwnedInAccount {
  readonly id: string;
  /** The key of the account in the document; `undefined` where the state does not know the account. */
  readonly key: string | undefined;
  readonly resources: number;
}

/**
 * The account that is meant by its id, or by its key in the state. Throws ADSYNC_USAGE for a text that is neither. A state
 * that cannot be read is a remark.
 */
export async function meantAccount(run: Run, named: string): Promise<OwnedInAccount> {
  const known = await ownedIn(run, named);
  if (known !== undefined) return known;
  if (/^[\da-z]{1,40}$/i.test(named)) return { id: named, key: undefined, resources: 0 };
  throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(named.slice(0, 60))} is no account`, {
    remedy: 'Name the account by its id, such as 18ce54d4x5t, or by a key that the state has.',
  });
}

async function ownedIn(run: Run, named: string): Promise<OwnedInAccount | undefined> {
  try {
    const { bindings, entries } = await withState(run, 'read', async (store) => await store.read());
    const host = hostClass(run.addresses.adsSandbox);
    const own = bindings.filter((each) => each.host === host || each.host === hostClass(run.addresses.ads));
    const found =
      own.find(({ accountId }) => accountId === named) ?? own.find(({ accountKey }) => accountKey === named);
    if (found === undefined) return undefined;
    const { accountId: id, accountKey: key } = found;
    return { id, key, resources: entries.filter(({ accountId }) => accountId === id).length };
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    run.frontend.note(`The state is not used, for it cannot be read: ${error.message}`);
    return undefined;
  }
}

async function write<Schema extends z.ZodType>(
  run: Run,
  call: Pick<TextRequest, 'method' | 'path' | 'accountId'>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  requireSandbox(run);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const answer = await callOnce(client, {
      ...call,
      host: 'ads_sandbox',
      signing: 'user',
      answers: 'json',
      stop: run.signal,
    });
    return expectedAnswer(call, answer, schema, '`adsync accounts` shows what is there now.');
  });
}

function requireSandbox({ addresses }: Run): void {
  const host = hostClass(addresses.adsSandbox);
  if (!realHosts.has(host)) return;
  throw new AdsyncError('ADSYNC_USAGE', `${host} is the platform itself, and not its sandbox`, {
    remedy: 'Unset ADSYNC_ADS_SANDBOX_BASE_URL, or set it to the address of a sandbox.',
  });
}
