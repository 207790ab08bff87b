import type { Result } from './compare.ts';
import type { Spread } from './spread.ts';

/** A result as lines of a table: medians, and in parentheses the smallest and the largest. */
export function tableOf({ name, runs, sides, ratios, peerRatio }: Result): string {
  const rows = sides.map(({ name: side, costs }) =>
    [
      side.padEnd(16),
      cell(costs.cpu, 2, 's CPU'),
      cell(costs.wall, 2, 's'),
      cell(costs.memory, 0, 'MiB'),
      `${costs.requests.median} requests`,
      `${(costs.bytes.median / 1024).toFixed(0)} KiB`,
    ].join('  '),
  );
  const ratio = [
    'ratio'.padEnd(16),
    cell(ratios.cpu, 2, 'CPU'),
    cell(ratios.wall, 2, 'wall'),
    cell(ratios.memory, 2, 'memory'),
  ];
  const beside =
    peerRatio === undefined ? [] : [`${'peer'.padEnd(16)}  ${cell(peerRatio, 1, 'times as long')}`];
  return [`${name}, median of ${runs}`, ...rows, ratio.join('  '), ...beside]
    .map((line, at) => (at === 0 ? line : `  ${line}`))
    .join('\n');
}

function cell({ min, median, max }: Spread, digits: number, unit: string): string {
  return `${median.toFixed(digits)} ${unit} (${min.toFixed(digits)}–${max.toFixed(digits)})`
    .trim()
    .padEnd(28);
}
