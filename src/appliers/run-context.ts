import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Reveal, Seal } from '../live/seal.ts';
import type { PlatformClient } from '../platform/client.ts';
import { accountKeyOf } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredResource } from '../schemas/desired.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Values } from '../schemas/values.ts';
import type { Lease } from '../state/store.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { Cause } from './apply-result.ts';
import type { Clock } from './clock.ts';
import type { PlatformTime } from './platform-time.ts';
import type { Progress } from './progress.ts';
import type { PushMembers } from './push-members.ts';
import type { SeenRecords } from './seen-records.ts';

/** What the parts of one apply share while it runs. */
export interface RunContext {
  readonly client: PlatformClient;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly time: PlatformTime;
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly stop: AbortSignal;
  readonly emit: (event: ApplyEvent) => void;
  readonly seen: SeenRecords;
  /** Makes the digests that stand for sensitive values; without it, records are read without those. */
  readonly seal: Seal | undefined;
  /** Values of the document that are shown and kept nowhere, for the requests alone. */
  readonly reveal: Reveal;
  readonly progress: Progress;
  /** What the document declares, by address. */
  readonly resources: ReadonlyMap<string, DesiredResource>;
  /** The kind of every address involved. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Addresses of what the plan switches on. */
  readonly switchedOn: ReadonlySet<string>;
  /** The values of the new records of what the plan replaces, by address. */
  readonly replacements: ReadonlyMap<string, Values>;
  /** The key of every account involved, by its id. */
  readonly accountKeys: ReadonlyMap<string, string>;
  /** The state's entries as they become, by address. */
  readonly entries: Map<string, StateEntry>;
  /** The entries of records that the plan replaces, by address: they are gone from the state with those records. */
  readonly replaced: ReadonlyMap<string, StateEntry>;
  readonly pushMembers: PushMembers | undefined;
  /** Operations with an intent in the journal that has no outcome there. */
  readonly inDoubt: Set<number>;
  /** What was waited for before it could be used, by address, with what came of it. */
  readonly usable: Map<string, Promise<Cause | undefined>>;
  /** Work that is done one after the other, by its place. */
  readonly turns: Map<string, Promise<unknown>>;
  /** Set once by what stops the whole run: lost lease, refused credentials. */
  halt: { cause: Cause; leaseLost: boolean } | undefined;
}

/** The id of what stands at an address now, as far as it is known. */
export function idAt(
  context: Pick<RunContext, 'resources' | 'entries' | 'accountKeys'>,
  address: string,
): string | undefined {
  const known = context.resources.get(address)?.id ?? context.entries.get(address)?.id;
  if (known !== undefined) return known;
  return [...context.accountKeys].find(([, key]) => key === address)?.[0];
}

/** The platform's id of the account that an address is in, as far as it is known. */
export function accountIdAt(
  { entries, accountKeys }: Pick<RunContext, 'entries' | 'accountKeys'>,
  address: string,
): string | undefined {
  const key = accountKeyOf(address);
  return entries.get(address)?.accountId ?? [...accountKeys].find(([, each]) => each === key)?.[0];
}

/** The kind at an address of the plan. Throws ADSYNC_PLAN_INVALID for an address of no known kind. */
export function kindAt(kinds: RunContext['kinds'], address: string): Kind {
  const name = kinds.get(address);
  if (name !== undefined) return kindNamed(name);
  throw new AdsyncError('ADSYNC_PLAN_INVALID', 'the plan changes an address of no known kind', { address });
}

/** Stops the run: nothing new is started. Only the first reason counts. */
export function halt(context: RunContext, error: AdsyncError, address: string): Cause {
  const cause = { code: error.code, message: error.message, address };
  context.halt ??= { cause, leaseLost: error.code === 'ADSYNC_LEASE_LOST' };
  return cause;
}
