import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** What one run of a process cost, by the operating system's own accounting, until its last line of code. */
export interface Cost {
  /** Seconds of a processor, in the program and in the system for it. */
  readonly cpu: number;
  /** Seconds from the start of the process until its end is known. */
  readonly wall: number;
  /** Peak of resident memory, MiB. */
  readonly memory: number;
}

const usageSchema = z.object({ userCPUTime: z.number(), systemCPUTime: z.number(), peakKiB: z.number() });

/** Runs a Node program to its end; throws with its output where it fails. */
export async function measure(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  const report = join(folder, 'usage.json');
  const preload = join(import.meta.dirname, 'report-usage.cjs');
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', preload, ...argv], {
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
  const wall = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${output.slice(-2000)}`);
  const { userCPUTime, systemCPUTime, peakKiB } = usageSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(folder, { recursive: true });
  return { cpu: (userCPUTime + systemCPUTime) / 1_000_000, wall, memory: peakKiB / 1024 };
}
