// Runs a command under the project's own Node, whatever Node the machine has (20 or later): plain JavaScript, no
// dependencies. Installs first where the lockfile is newer than what is installed. `--in-callers-folder SCRIPT` runs a
// script of the project in the folder that npm was called from.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const bin = join(import.meta.dirname ?? '.', '..', 'node_modules', '.bin');
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const run = (command, args, cwd) => {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  const { status, signal, error } = spawnSync(command, args, {
    stdio: 'inherit',
    env,
    cwd,
    shell: process.platform === 'win32',
  });
  if (error) {
    console.error(`${command} could not be started: ${error.message}`);
    return 1;
  }
  return signal ? 128 : (status ?? 1);
};

const installed = join(bin, '..', '.package-lock.json');
if (modified(installed) < modified('package-lock.json') || !existsSync(join(bin, 'node'))) {
  // Settings that skip scripts or development dependencies would leave out the project's own Node.
  const options = [
    '--ignore-scripts=false',
    '--include=dev',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  console.error('Installing what adsync needs, with npm; this takes about half a minute, once.');
  const status = run('npm', ['ci', ...options]);
  if (status !== 0) process.exit(status);
}
const [command, ...args] = process.argv.slice(2);
if (command === '--in-callers-folder') {
  const [script, ...rest] = args;
  process.exit(run('node', [resolve(script), ...rest], process.env.INIT_CWD));
}
process.exit(run(command, args));
