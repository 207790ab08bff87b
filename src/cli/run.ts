import { readVersion } from '../runs/version.ts';
import type { Io } from './io.ts';

/**
 * Runs the command line: takes what stands after the program's name, and returns the exit code, as README.md lists them.
 * Never throws; errors are written to standard error.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const version = readVersion();
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    io.stdout.write(`${version}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(argv, io, version);
}
