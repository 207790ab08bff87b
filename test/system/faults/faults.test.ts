import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allKinds } from '../../../src/schemas/registry.ts';
import { type FaultBench, startFaultBench } from './bench.ts';
import { type Author, type Course, failedIn, runCourse } from './course.ts';
import { documentsOfAll } from './documents.ts';
import { effects } from './effects.ts';

// Much of a course is waiting for what does not come, so that several are under way at once.
const benches = await Promise.all(Array.from({ length: 4 }, startFaultBench));
const free = [...benches];
const waiting: ((bench: FaultBench) => void)[] = [];
afterAll(async () => {
  await Promise.all(benches.map(async (bench) => await bench.stop()));
});

/** Runs a course on the first bench that is free. */
async function run(author: Author, trouble: Parameters<typeof runCourse>[2]): Promise<Course> {
  const bench = free.pop() ?? (await new Promise<FaultBench>((resolve) => void waiting.push(resolve)));
  try {
    return await runCourse(bench, author, trouble);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(bench);
    else next(bench);
  }
}

const admin: Author = {
  documents: documentsOfAll(({ refusedTo }) => refusedTo === undefined),
  user: undefined,
};
/** What no administrator may write is written by the user whose it is. */
const others = allKinds
  .filter(({ refusedTo }) => refusedTo !== undefined)
  .map((kind): readonly [string, Author] => [
    `the user of ${kind.name}`,
    { documents: documentsOfAll((each) => each === kind), user: String(kind.example['id']) },
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
  const clean = await run(author, { endpoints: [] });
  const endpoints = [...clean.hits.keys()].toSorted();

  describe.concurrent.each(effects.map((effect) => [effect.name, effect] as const))(
    `${who}: %s`,
    (_name, { fault, ending }) => {
      let course: Course;
      beforeAll(async () => {
        course = await run(author, { endpoints, fault });
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

  test.concurrent.each([
    ['stale reads', { effect: 'stale', ms: 40 }],
    ['lists with a record twice', { effect: 'duplicate' }],
  ])(`${who}: %s change nothing`, async (_name, reads) => {
    const course = await run(author, { endpoints, reads });

    expect(course.left).toEqual(clean.left);
  });
}
