import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export const projectFolder = join(import.meta.dirname, '../../..');

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-pipelines-'));
  onTestFinished(
    async () => await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  return folder;
}

export interface Ended {
  readonly code: number | null;
  /** Standard output, then standard error. */
  readonly log: string;
}

/** Runs a program to its end in a folder, with nothing in its environment but what is given and the PATH. */
export async function runProgram(
  argv: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const [program, ...args] = argv;
  const path = [dirname(process.execPath), process.env['PATH']].join(':');
  const child = spawn(program, args, {
    cwd,
    env: { PATH: path, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += String(text)));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += String(text)));
  await once(child, 'close');
  return { code: child.exitCode, log: stdout + stderr };
}

/** What the stand-in for adsync does when a command is run. */
export interface Play {
  readonly code?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** What it writes to the file after `-o`. */
  readonly out?: string;
}

const callsSchema = z.array(z.array(z.string()));

/** A package of adsync with the real scripts and a stand-in for the program. */
export interface FakePackage {
  readonly folder: string;
  /** The command lines that the stand-in got. */
  readonly calls: () => Promise<readonly (readonly string[])[]>;
  readonly plays: (plays: Readonly<Record<string, Play>>) => Promise<void>;
}

const standIn = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const here = new URL('.', import.meta.url);
const argv = process.argv.slice(2);
appendFileSync(new URL('calls', here), JSON.stringify(argv) + '\\n');
const plays = JSON.parse(readFileSync(new URL('plays.json', here), 'utf8'));
const play = plays[argv.find((word) => word in plays)];
if (play.out !== undefined) writeFileSync(argv[argv.indexOf('-o') + 1], play.out);
process.stdout.write(play.stdout ?? '');
process.stderr.write(play.stderr ?? '');
process.exitCode = play.code ?? 0;
`;

/** Makes the package, built as it is published. */
export async function createFakePackage(): Promise<FakePackage> {
  const folder = await temporaryFolder();
  await cp(join(projectFolder, 'templates'), join(folder, 'templates'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeNew(join(folder, 'dist/cli/main.js'), '');
  await writeNew(join(folder, 'bin/adsync.js'), standIn);
  return {
    folder,
    calls: async () => {
      const text = await readFile(join(folder, 'bin/calls'), 'utf8').catch(() => '');
      return callsSchema.parse(
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line): unknown => JSON.parse(line)),
      );
    },
    plays: async (plays) => await writeFile(join(folder, 'bin/plays.json'), JSON.stringify(plays)),
  };
}

/** Writes a file and the folders above it; `program` makes it one that can be started. */
export async function writeNew(file: string, text: string, program = false): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  if (program) await chmod(file, 0o755);
}
