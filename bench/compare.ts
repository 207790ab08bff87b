import type { Traffic } from './bench-sandbox.ts';
import type { Programs } from './build-programs.ts';
import type { Cost } from './measure.ts';
import { type Spread, spreadOf } from './spread.ts';

/** What a run of a process cost, with the requests that it sent. */
export interface RunCost extends Cost, Traffic {}

/** One side of a comparison: named as the table shows it, and run once. */
export interface Side {
  readonly name: string;
  readonly run: () => Promise<RunCost>;
}

/** How a case is measured, and where its results go. */
export interface Suite {
  readonly programs: Programs;
  /** How often each side is run. */
  readonly runs: number;
  /** The folder in which the peer is installed, where there is one. */
  readonly peer?: string | undefined;
  readonly report: (result: Result) => void;
}

/** One case of the suite, measured. */
export interface Result {
  readonly name: string;
  readonly runs: number;
  readonly sides: readonly {
    readonly name: string;
    readonly costs: Readonly<Record<keyof RunCost, Spread>>;
  }[];
  /** Of the program to the floor, round by round. */
  readonly ratios: Readonly<Record<'cpu' | 'wall' | 'memory', Spread>>;
  /** Of the peer's wall time to the program's, round by round, where there is a peer. */
  readonly peerRatio?: Spread;
}

/**
 * Runs a program, its floor and its peer in turn, so that a drift of the machine's speed hits all, and takes the ratios
 * round by round. A round that is not counted comes first.
 */
export async function compare(
  { runs, report }: Suite,
  name: string,
  [program, floor]: readonly [Side, Side],
  peer?: Side,
): Promise<void> {
  const sides = [program, floor, ...(peer === undefined ? [] : [peer])];
  const rounds: RunCost[][] = [];
  for (let round = 0; round <= runs; round += 1) {
    const costs: RunCost[] = [];
    for (const side of sides) costs.push(await side.run());
    rounds.push(costs);
  }
  const counted = rounds.slice(1);
  const spread = (of: (costs: readonly RunCost[]) => number): Spread => spreadOf(counted.map(of));
  /** One figure of one side, divided by that of another one. */
  const ratio = (what: keyof Cost, over: number, under: number): Spread =>
    spread((costs) => figure(costs, over, what) / figure(costs, under, what));
  report({
    name,
    runs,
    sides: sides.map(({ name: title }, at) => {
      const of = (what: keyof RunCost): Spread => spread((costs) => figure(costs, at, what));
      const costs = {
        cpu: of('cpu'),
        wall: of('wall'),
        memory: of('memory'),
        requests: of('requests'),
        bytes: of('bytes'),
      };
      return { name: title, costs };
    }),
    ratios: { cpu: ratio('cpu', 0, 1), wall: ratio('wall', 0, 1), memory: ratio('memory', 0, 1) },
    ...(peer === undefined ? {} : { peerRatio: ratio('wall', 2, 0) }),
  });
}

function figure(costs: readonly RunCost[], side: number, what: keyof RunCost): number {
  const cost = costs[side];
  if (cost === undefined) throw new RangeError('a side was not run');
  return cost[what];
}
