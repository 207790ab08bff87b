// Loaded before the program (node --import): counts what it changes on the disk by node:fs, and at one count either
// ends the process at once, or has the disk full from there on. ADSYNC_FILE_FAULT: `count`, `kill N`, `full N`.

import * as fs from 'node:fs';
import { constants } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const [mode = 'count', at = '0'] = (process.env['ADSYNC_FILE_FAULT'] ?? 'count').split(' ');
const place = Number(at);
let changes = 0;

/** What a fault makes of a change: `undefined` where none has come. */
function faultAt(number: number, needsSpace: boolean): 'kill' | 'full' | undefined {
  if (mode === 'kill' && number === place) return 'kill';
  return mode === 'full' && number >= place && needsSpace ? 'full' : undefined;
}

function diskFull(call: string): Error {
  const message = `ENOSPC: no space left on device, ${call}`;
  return Object.assign(new Error(message), { code: 'ENOSPC', errno: -28, syscall: call });
}

/** The arguments of a write with the first half of what is to be written, as a full disk or a kill leaves it. */
function halfWritten(name: string, args: readonly unknown[]): readonly unknown[] | undefined {
  if (!name.startsWith('write')) return undefined;
  const index = args.findIndex((each, at) => Buffer.isBuffer(each) || (typeof each === 'string' && at > 0));
  const whole = index === -1 && typeof args[0] === 'string' ? 0 : index;
  const data = args[whole];
  if (typeof data === 'string') return args.with(whole, data.slice(0, Math.ceil(data.length / 2)));
  if (Buffer.isBuffer(data)) return args.with(whole, data.subarray(0, Math.ceil(data.length / 2)));
  return undefined;
}

/** Puts a counting call in place of one of an object. */
function count(
  holder: object,
  name: string,
  needsSpace: boolean,
  isChange: (args: readonly unknown[]) => boolean = () => true,
): void {
  const call: unknown = Reflect.get(holder, name);
  if (typeof call !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(holder, name, function counted(this: unknown, ...args: readonly unknown[]): unknown {
    const apply = (given: readonly unknown[]): unknown => Reflect.apply(call, this, given);
    if (!isChange(args)) return apply(args);
    changes += 1;
    const fault = faultAt(changes, needsSpace);
    if (fault === undefined) return apply(args);
    const half = halfWritten(name, args);
    const written = half === undefined ? undefined : apply(half);
    const end = (): never => {
      if (fault === 'kill') process.kill(process.pid, 'SIGKILL');
      throw diskFull(name);
    };
    return isSync(name) ? end() : Promise.resolve(written).then(end);
  });
}

function isSync(name: string): boolean {
  return name.endsWith('Sync');
}

const writing = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT;
const opensToWrite = ([, flags]: readonly unknown[]): boolean =>
  typeof flags === 'number' ? (flags & writing) !== 0 : typeof flags === 'string' && /[wa+]/.test(flags);
const isFile = ([file]: readonly unknown[]): boolean => typeof file !== 'number' || file > 2;

const handle = await fs.promises.open(process.execPath, 'r');
const handles: unknown = Object.getPrototypeOf(handle);
await handle.close();
if (typeof handles !== 'object' || handles === null) throw new Error('a file handle has no prototype');

for (const name of ['write', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate'])
  count(handles, name, true);
for (const name of ['writeFile', 'appendFile', 'mkdir', 'link', 'rename', 'copyFile', 'cp', 'mkdtemp'])
  count(fs.promises, name, true);
for (const name of ['rm', 'unlink', 'rmdir', 'chmod']) count(fs.promises, name, false);
count(fs.promises, 'open', true, opensToWrite);
for (const name of ['writeSync', 'writeFileSync', 'appendFileSync', 'fsyncSync', 'ftruncateSync'])
  count(fs, name, true, isFile);
for (const name of ['mkdirSync', 'linkSync', 'renameSync', 'copyFileSync', 'cpSync']) count(fs, name, true);
for (const name of ['rmSync', 'unlinkSync', 'rmdirSync', 'chmodSync']) count(fs, name, false);
count(fs, 'openSync', true, opensToWrite);
syncBuiltinESMExports();

const told = process.env['ADSYNC_FILE_FAULT_COUNT'];
if (told !== undefined) {
  const { writeFileSync } = fs;
  process.on('exit', () => writeFileSync(told, String(changes)));
}
