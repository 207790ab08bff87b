import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from './chart.ts';
import type { Result } from './compare.ts';
import type { Spread } from './spread.ts';

/** The results of one run of the suite, and the machine that gave them. */
export interface Measured {
  readonly machine: { readonly node: string; readonly processors: number; readonly model: string };
  readonly results: readonly Result[];
}

/** Writes the figures as JSON, a chart for each case, and a page that shows them, into a folder. */
export function writePage(folder: string, measured: Measured): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(measured, null, 2)}\n`);
  for (const result of measured.results) writeFileSync(join(folder, fileOf(result)), chartOf(result));
  writeFileSync(join(folder, 'README.md'), pageOf(measured));
}

function fileOf({ name }: Result): string {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.svg`;
}

function pageOf({ machine, results }: Measured): string {
  const { node, processors, model } = machine;
  const head = `# Benchmarks

Written by \`npm run bench -- --page docs/benchmarks\` on ${processors} processors (${model.trim()}), Node ${node}.
The program, its floor, and a peer where there is one run in turn on the same machine; the sandbox is another process and answers each request
50 ms later. The floor does the requests and the parsing that cannot be avoided, and nothing for safety. Medians, with the
least and the largest in parentheses. The figures themselves are in [results.json](results.json).
`;
  return [head, ...results.map(sectionOf)].join('\n');
}

function sectionOf(result: Result): string {
  const { name, runs, sides, ratios, peerRatio } = result;
  const rows = sides.map(
    ({ name: side, costs }) =>
      `| ${[
        side,
        cell(costs.wall, 2),
        cell(costs.cpu, 2),
        cell(costs.memory, 0),
        costs.requests.median,
        (costs.bytes.median / 1024).toFixed(0),
      ].join(' | ')} |`,
  );
  const beside = peerRatio === undefined ? '' : ` The peer takes ${cell(peerRatio, 1)} times as long.`;
  return `## ${name}

![${name}: seconds of each side](${fileOf(result)})

| median of ${runs} | seconds | seconds of a processor | MiB | requests | KiB |
| --- | --: | --: | --: | --: | --: |
${rows.join('\n')}

Ratio to the floor: ${cell(ratios.wall, 2)} in time, ${cell(ratios.cpu, 2)} in processor time, ${cell(ratios.memory, 2)} in memory.${beside}
`;
}

function cell({ min, median, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
