import type { Binding, RememberedPolicy, StateEntry } from './state-entry.ts';
import type { Stop } from './stop.ts';

/** What the state knows of an account besides the settings that were applied to it. */
export interface KnownAccount extends Binding, Pick<StateEntry, 'address' | 'kind' | 'id' | 'origin'> {
  /** How many resources of the account the state holds, without the account itself. */
  readonly resources: number;
  /** The stops that stand over it. */
  readonly stops: readonly Stop[];
  /** The policy of the last apply that read one. */
  readonly policy: RememberedPolicy['policy'] | undefined;
}
