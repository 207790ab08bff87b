import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** What one run of a process cost. */
export interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

const usageSchema = z.object({ maxRSS: z.number() });

/** Runs a Node program to its end; throws with its output where it fails. */
export async function measure(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  const report = join(folder, 'usage.json');
  const preload = join(import.meta.dirname, 'report-usage.mjs');
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', preload, ...argv], {
    cwd,
    env: { ...env, ADSYNC_BENCH_USAGE: report },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = z.tuple([z.int().nullable(), z.unknown()]).parse(await once(child, 'close'));
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${output}`);
  const { maxRSS } = usageSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(folder, { recursive: true });
  return { seconds, megabytes: maxRSS / 1024 };
}

/** The run in the middle, by time. */
export function median(costs: readonly Cost[]): Cost {
  const sorted = costs.toSorted((a, b) => a.seconds - b.seconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('no runs');
  return middle;
}
