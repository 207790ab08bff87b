import type { Fields } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import type { BatchCheck } from '../world/limits.ts';
import type { World } from '../world/world.ts';
import type { Quota } from './resource.ts';

interface Tally {
  readonly quota: Quota;
  readonly per: string;
  released: number;
  /** Indexes of the operations that took a place. */
  readonly claims: number[];
}

/** Holds the operations of one request against the quotas, by the rule that is set for batches. */
export class QuotaJudge {
  readonly #world: World;
  readonly #mode: BatchCheck;
  readonly #tallies = new Map<Quota, Map<string, Tally>>();

  constructor(world: World, mode: BatchCheck) {
    this.#world = world;
    this.#mode = mode;
  }

  /** Told of a change before it happens; `after` undefined for a deletion. Throws ApiError 400 if no place is free. */
  consider(
    quotas: readonly Quota[],
    index: number,
    before: Fields | undefined,
    after: Fields | undefined,
  ): void {
    for (const quota of quotas) {
      const was = before !== undefined && quota.counts(before, this.#world);
      const is = after !== undefined && quota.counts(after, this.#world);
      if (was && !is) this.#tally(quota, quota.per(before)).released += 1;
      if (is && !was) this.#claim(this.#tally(quota, quota.per(after)), index);
    }
  }

  /** The problems, by operation, of a request that is judged by what stands at its end. */
  settle(): ReadonlyMap<number, Problem> {
    const problems = new Map<number, Problem>();
    if (this.#mode !== 'end') return problems;
    for (const tally of [...this.#tallies.values()].flatMap((per) => [...per.values()])) {
      const excess = this.#used(tally) - this.#limit(tally);
      for (const index of excess > 0 ? tally.claims.slice(-excess) : [])
        problems.set(index, this.#problem(tally));
    }
    return problems;
  }

  #claim(tally: Tally, index: number): void {
    // What the request itself releases makes no room where it is judged by what stood before it.
    const used = this.#used(tally) + (this.#mode === 'start' ? tally.released : 0);
    if (this.#mode !== 'end' && used >= this.#limit(tally)) throw new ApiError(400, [this.#problem(tally)]);
    tally.claims.push(index);
  }

  #tally(quota: Quota, per: string): Tally {
    const tallies = this.#tallies.get(quota) ?? new Map<string, Tally>();
    this.#tallies.set(quota, tallies);
    const tally = tallies.get(per) ?? { quota, per, released: 0, claims: [] };
    tallies.set(per, tally);
    return tally;
  }

  #used({ quota, per }: Tally): number {
    return quota.used(this.#world, per);
  }

  #limit({ quota, per }: Tally): number {
    return quota.limit(this.#world, per);
  }

  #problem(tally: Tally): Problem {
    return {
      code: tally.quota.code,
      message: `A maximum of ${this.#limit(tally)} ${tally.quota.what} is allowed`,
    };
  }
}
