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
  /** Of the program to the floor, pair by pair. */
  readonly ratios: Readonly<Record<'cpu' | 'wall' | 'memory', Spread>>;
}

/**
 * Runs a program and its floor in turn, so that a drift of the machine's speed hits both, and takes the ratio pair by
 * pair. A pair that is not counted comes first.
 */
export async function compare(
  { runs, report }: Suite,
  name: string,
  [program, floor]: readonly [Side, Side],
): Promise<void> {
  const pairs: (readonly [RunCost, RunCost])[] = [];
  for (let round = 0; round <= runs; round += 1) pairs.push([await program.run(), await floor.run()]);
  const counted = pairs.slice(1);
  const costs = (side: 0 | 1) => {
    const spread = (what: keyof RunCost): Spread => spreadOf(counted.map((pair) => pair[side][what]));
    return {
      cpu: spread('cpu'),
      wall: spread('wall'),
      memory: spread('memory'),
      requests: spread('requests'),
      bytes: spread('bytes'),
    };
  };
  const ratio = (what: 'cpu' | 'wall' | 'memory'): Spread =>
    spreadOf(counted.map(([ours, least]) => ours[what] / least[what]));
  report({
    name,
    runs,
    sides: [
      { name: program.name, costs: costs(0) },
      { name: floor.name, costs: costs(1) },
    ],
    ratios: { cpu: ratio('cpu'), wall: ratio('wall'), memory: ratio('memory') },
  });
}
