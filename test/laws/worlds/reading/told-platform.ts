import type { KeptList, KeptLists } from '../../../../src/live/kept-lists.ts';
import { type Act, type Kept, withAct } from './any-history.ts';
import type { Listed } from './listed-platform.ts';

/** A platform in time, with a clock that may be set, lists that lag, and a machine beside it that keeps lists. */
export class ToldPlatform {
  /** Every state of the records, with the moment from which on it stood; seconds by no clock. */
  readonly #states: { readonly at: number; readonly records: ReadonlyMap<string, Kept> }[];
  readonly #lists = new Map<string, KeptList>();
  #seconds = 0;
  #platformAhead: number;
  #machineAhead: number;
  #sandbox = 1;
  readonly #lag: number;

  constructor(records: Iterable<Kept>, startMs: number, lag: number) {
    this.#lag = lag;
    this.#states = [{ at: -1000, records: new Map([...records].map((each) => [each.id, each])) }];
    this.#platformAhead = startMs / 1000;
    this.#machineAhead = startMs / 1000;
  }

  get sandbox(): string {
    return `sandbox ${this.#sandbox}`;
  }

  wait(seconds: number): void {
    this.#seconds += seconds;
  }

  setClock(clock: 'platform' | 'machine', seconds: number): void {
    if (clock === 'platform') this.#platformAhead += seconds;
    else this.#machineAhead += seconds;
  }

  do(act: Act): void {
    this.wait(act.seconds);
    const last = this.#states.at(-1);
    if (last === undefined) throw new Error('no state');
    const now = new Date(this.#now()).toISOString().replace('.000', '');
    this.#states.push({ at: this.#seconds, records: withAct(last.records, act, now) });
  }

  /** What lists show now. */
  listed(): Listed {
    const shown = this.#states.findLast(({ at }) => at <= this.#seconds - this.#lag) ?? this.#states[0];
    return { records: [...(shown?.records.values() ?? [])], now: this.#now() };
  }

  lose(what: 'kept lists' | 'the sandbox'): void {
    if (what === 'kept lists') {
      this.#lists.clear();
      return;
    }
    // One that is started anew has the records that it began with.
    this.#sandbox += 1;
    const [first] = this.#states;
    if (first !== undefined) this.#states.push({ at: this.#seconds - this.#lag, records: first.records });
  }

  /** The machine's own lists. */
  kept(): KeptLists {
    return {
      load: async (accountId, kind) => {
        const list = this.#lists.get(`${accountId} ${kind}`);
        return await Promise.resolve(list);
      },
      save: async (accountId, kind, list) => {
        this.#lists.set(`${accountId} ${kind}`, structuredClone(list));
        await Promise.resolve();
      },
      now: () => (this.#seconds + this.#machineAhead) * 1000,
    };
  }

  #now(): number {
    return (this.#seconds + this.#platformAhead) * 1000;
  }
}
