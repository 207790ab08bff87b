import { afterAll } from 'vitest';

// The thread stays: without this, the tables of the next run's tests would be made by a changed program.
afterAll(() => {
  const stryker: unknown = Reflect.get(globalThis, '__stryker__');
  if (typeof stryker === 'object' && stryker !== null) Reflect.set(stryker, 'activeMutant', undefined);
});
