import { expect, test, vi } from 'vitest';
import { currentHolder, isAlive } from '../../../../src/state/holder.ts';

// A system without /proc, and a user whom its list of users lacks, as in many containers.
const refuse = vi.hoisted(() => () => {
  throw new Error('not here');
});
vi.mock('node:fs', () => ({ readFileSync: refuse, readlinkSync: refuse }));
vi.mock('node:os', () => ({ hostname: () => 'host', userInfo: refuse }));

test('what the system does not tell stays empty', () => {
  expect(currentHolder('run')).toEqual({
    run: 'run',
    user: `user ${process.getuid?.()}`,
    machine: 'host',
    pid: process.pid,
    processStart: '',
    bootId: '',
  });
});

test('a system whose users have no numbers names none', () => {
  const numbered = Object.getOwnPropertyDescriptor(process, 'getuid');
  Object.defineProperty(process, 'getuid', { value: undefined, configurable: true });

  const { user } = currentHolder('run');

  if (numbered !== undefined) Object.defineProperty(process, 'getuid', numbered);
  expect(user).toBe('user unknown');
});

test('there the process id alone decides', () => {
  const me = currentHolder('run');

  expect(isAlive(me, false)).toBe('alive');
  expect(isAlive({ ...me, processStart: '1@pid:[1]', bootId: 'boot' }, false)).toBe('alive');
  expect(isAlive({ ...me, pid: 2 ** 22 + 1 }, false)).toBe('dead');
});

test('there a shared state judges nobody', () => {
  const me = currentHolder('run');

  expect(isAlive(me, true)).toBe('elsewhere');
  expect(isAlive({ ...me, pid: 2 ** 22 + 1 }, true)).toBe('elsewhere');
});
