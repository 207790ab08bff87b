import type { LiveRecord } from '../schemas/live-record.ts';

/** A list of an account as an earlier run read it, to which only changes have to be added. */
export interface KeptList {
  /** Which sandbox it is of; `undefined`: the platform's own. */
  readonly sandbox: string | undefined;
  /**
   * All that was changed before is in it, as far as lists showed that; in milliseconds since 1970 by the platform's clock,
   * as all times here.
   */
  readonly since: number;
  /** When its reading began. */
  readonly readAt: number;
  /** By how many milliseconds the clock of this machine was ahead of the platform's then. */
  readonly aheadMs: number;
  /** When the reading began that read all of it. */
  readonly wholeAt: number;
  /** All records that the list showed, deleted ones left out. */
  readonly records: readonly LiveRecord[];
}

/** Lists that are kept between runs. They save requests, and are no proof of anything: whatever is kept can be lost. */
export interface KeptLists {
  /** The list of a kind of an account; `undefined` where none is kept that can be trusted. */
  load(accountId: string, kind: string): Promise<KeptList | undefined>;
  /** Keeps it in place of an earlier one, as far as that can be done. */
  save(accountId: string, kind: string, list: KeptList): Promise<void>;
  /** The time of this machine, in milliseconds since 1970. */
  now(): number;
}
