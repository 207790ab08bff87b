import type { Exposure } from '../schemas/kind/spending.ts';
import type { LiveRecord } from '../schemas/live-record.ts';

/** A record whose status a stop or its end switches. */
export interface Target {
  readonly record: LiveRecord;
  /** What people call it. */
  readonly name: string;
  /** Where a document declared it; `null` where none did. */
  readonly address: string | null;
  /** The most that it and what stands beneath it can spend a day; `undefined`: nothing as it stands now. */
  readonly exposure: Exposure | undefined;
}
