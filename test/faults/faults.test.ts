import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allKinds } from '../../src/schemas/registry.ts';
import { startFaultBench } from './bench.ts';
import { type Author, type Course, failedIn, runCourse } from './course.ts';
import { effects } from './effects.ts';

const bench = await startFaultBench();
afterAll(bench.stop);

const admin: Author = { declared: ({ refusedTo }) => refusedTo === undefined, user: undefined };
/** What no administrator may write is written by the user whose it is. */
const others = allKinds
  .filter(({ refusedTo }) => refusedTo !== undefined)
  .map((kind): readonly [string, Author] => [
    `the user of ${kind.name}`,
    { declared: (each) => each === kind, user: String(kind.example['id']) },
  ]);
const authors = [['an administrator', admin] as const, ...others];

const memberPaths = new Set(
  allKinds
    .filter(({ members }) => members === true)
    .map(({ operations }) => operations.update?.path.replaceAll(/:\w+/g, ':id')),
);

/** Operations that took effect, by endpoint. Members of an audience cannot be read, and adding one twice adds it once. */
function doneOnce({ done }: Course): Readonly<Record<string, number>> {
  return Object.fromEntries([...done].filter(([endpoint]) => !memberPaths.has(endpoint.split(' ')[1])));
}

for (const [who, author] of authors) {
  const clean = await runCourse(bench, author, { endpoints: [] });
  const endpoints = [...clean.hits.keys()].toSorted();

  describe.each(effects.map((effect) => [effect.name, effect] as const))(
    `${who}: %s`,
    (_name, { fault, ending }) => {
      let course: Course;
      beforeAll(async () => {
        course = await runCourse(bench, author, { endpoints, fault });
      });

      test.each(endpoints)(`on %s is ${ending}`, (endpoint) => {
        const hit = course.hits.get(endpoint);

        expect(hit?.request.fault).toBe(fault['effect']);
        const isSplit = (hit?.request.operations ?? 0) > 1 && ending === 'refused';
        if (hit !== undefined && !isSplit) expect(failedIn(hit)).toBe(ending !== 'done');
        if (ending === 'stopped') expect(hit?.run.result.exitCode).toBe(5);
      });

      test('leaves what is declared, and has done nothing twice', () => {
        expect(course.left).toEqual(clean.left);
        expect(doneOnce(course)).toEqual(doneOnce(clean));
      });
    },
  );

  test.each([
    ['stale reads', { effect: 'stale', ms: 40 }],
    ['lists with a record twice', { effect: 'duplicate' }],
  ])(`${who}: %s change nothing`, async (_name, reads) => {
    const course = await runCourse(bench, author, { endpoints, reads });

    expect(course.left).toEqual(clean.left);
  });
}
