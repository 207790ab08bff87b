import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { currentHolder, isAlive } from '../../../src/state/holder.ts';

const me = currentHolder('run');
const [ticks = '', namespace = ''] = me.processStart.split('@');

test('describes this process', () => {
  expect(me).toMatchObject({ run: 'run', machine: hostname(), pid: process.pid });
  expect(me.user).not.toBe('');
});

test.runIf(process.platform === 'linux')('knows start and machine on Linux', () => {
  expect(ticks).toMatch(/^\d+$/);
  expect(namespace).toMatch(/^pid:\[\d+\]$/);
  expect(me.bootId).toBe(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
});

test.each([
  ['this process', {}, 'alive'],
  ['this process, its start unknown', { processStart: '' }, 'alive'],
  ['this process, its container unknown', { processStart: ticks }, 'alive'],
  ['this process, the machine start unknown', { bootId: '' }, 'alive'],
  ['a later process with the same id', { processStart: `1@${namespace}` }, 'dead'],
  ['an id that nobody has', { pid: 2 ** 22 + 1 }, 'dead'],
  ['an earlier start of the machine', { bootId: 'before' }, 'dead'],
  ['another container of this machine', { processStart: `${ticks}@pid:[1]` }, 'elsewhere'],
  ['another machine', { machine: 'another', bootId: 'another' }, 'elsewhere'],
  ['the first process, of another user perhaps', { pid: 1, processStart: '' }, 'alive'],
] as const)('%s: %s is %s', (_, changes, expected) => {
  expect(isAlive({ ...me, ...changes }, false)).toBe(expected);
});

test.runIf(process.platform === 'linux').each([
  ['this process', {}, 'alive'],
  ['an id that nobody has', { pid: 2 ** 22 + 1 }, 'dead'],
  ['a later process with the same id', { processStart: `1@${namespace}` }, 'dead'],
  ['another machine of this name, or an earlier start', { bootId: 'another' }, 'elsewhere'],
  ['a machine of this name that does not tell its start', { bootId: '' }, 'elsewhere'],
  ['another machine', { machine: 'another' }, 'elsewhere'],
] as const)('where machines share the state, %s: %s is %s', (_, changes, expected) => {
  expect(isAlive({ ...me, ...changes }, true)).toBe(expected);
});

test.runIf(process.platform === 'linux')('a process that is over, and still listed, is dead', async () => {
  // What the shell started is over at once; what the shell becomes never asks for it.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  const gone = once(parent, 'exit');
  const stateOf = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.at(0) ?? '';

  await vi.waitUntil(() => stateOf() === 'Z', { timeout: 10_000 });
  const judged = isAlive({ ...me, pid, processStart: '' }, false);
  parent.kill('SIGKILL');
  await gone;

  expect(judged).toBe('dead');
});

test('a process that was killed is dead', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  const gone = once(child, 'exit');

  const before = isAlive({ ...me, pid, processStart: '' }, false);
  child.kill('SIGKILL');
  await gone;

  expect([before, isAlive({ ...me, pid, processStart: '' }, false)]).toEqual(['alive', 'dead']);
});
