import { z } from 'zod';
import { timeAt } from '../schemas/times.ts';
import type { Value } from '../schemas/values.ts';

/** What a plan and the state say of the members of an audience: which set, and for how long. */
export interface MembersValue {
  /** `sha256:…`, see SetDigest. */
  readonly digest: string;
  readonly count: number;
  readonly effective_at: string;
  readonly expires_at: string;
}

const schema = z.strictObject({
  digest: z.string(),
  count: z.int(),
  effective_at: z.string(),
  expires_at: z.string(),
});

/** What was planned or applied; `undefined` where it is something else. */
export function membersValue(value: Value | undefined): MembersValue | undefined {
  return schema.safeParse(value).data;
}

type Period = Pick<MembersValue, 'effective_at' | 'expires_at'>;

// Members leave 13 months after they came unless they are sent again (F-audience-12).
const months = 13;
const renewedBeforeMs = 60 * 24 * 60 * 60 * 1000;

/**
 * From when until when members are in: as applied, until 60 days before they would leave; then for 13 months from the
 * day of `now`, in milliseconds, on. So the same plan gives the same times, however often it is made.
 */
export function membershipPeriod(applied: MembersValue | undefined, now: number): Period {
  if (applied !== undefined && Date.parse(applied.expires_at) - now > renewedBeforeMs) {
    const { effective_at, expires_at } = applied;
    return { effective_at, expires_at };
  }
  const day = new Date(now);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  // A day that the month does not have is its last.
  const lastDate = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return {
    effective_at: timeAt(Date.UTC(year, month, date)),
    expires_at: timeAt(Date.UTC(year, month + months, Math.min(date, lastDate))),
  };
}
