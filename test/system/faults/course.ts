import { setInterval } from 'node:timers';
import { endpointOf } from '../../../src/platform/endpoint.ts';
import type { Applied, Dumped, FaultBench, Logged } from './bench.ts';

/** Whose documents are applied. */
export interface Author {
  /** One after the other, by what they say. */
  readonly documents: ReadonlyMap<string, object>;
  /** The user's id; the administrator unless said. */
  readonly user: string | undefined;
}

/** A request that a fault hit, and the run that sent it. */
export interface Hit {
  readonly request: Logged;
  readonly run: Applied;
}

/** What documents leave behind that are applied one after the other, each until an apply has nothing left to do. */
export interface Course {
  /** The first request of each write endpoint, `METHOD path` with `:id` in place of ids. */
  readonly hits: ReadonlyMap<string, Hit>;
  /** After each document: what is there, deleted records too, as texts without ids and times, sorted. */
  readonly left: readonly (readonly string[])[];
  /** Operations that took effect, by endpoint. */
  readonly done: ReadonlyMap<string, number>;
}

const mostRuns = 12;

/** Applies all documents of an author; `fault` hits the first request of each of the endpoints. */
export async function runCourse(
  bench: FaultBench,
  { documents, user }: Author,
  {
    endpoints,
    fault,
    reads,
  }: { readonly endpoints: readonly string[]; readonly fault?: object; readonly reads?: object },
): Promise<Course> {
  await bench.reset(user);
  const rules =
    fault === undefined ? [] : endpoints.map((endpoint) => ({ ...ruleFor(endpoint), nth: [1], ...fault }));
  const onReads = reads === undefined ? [] : [{ method: 'GET', path: '/**', ...reads }];
  await bench.control('PUT', 'faults', [...rules, ...onReads]);
  const hits = new Map<string, Hit>();
  const done = new Map<string, number>();
  const left: (readonly string[])[] = [];
  const releasing = setInterval(() => void bench.control('POST', 'release').catch(() => undefined), 30);
  try {
    for (const [stage, document] of documents) {
      for (let runs = 1; ; runs += 1) {
        const run = await bench.apply(document);
        note(run, hits, done);
        if (run.result.exitCode === 0) break;
        if (runs === mostRuns) throw new Error(`${stage}: ${JSON.stringify(run.result.failed)}`);
      }
      const { plan } = await bench.apply(document);
      if (plan.changes.length > 0) throw new Error(`${stage}: not done: ${JSON.stringify(plan.changes)}`);
      left.push(textsOf(await bench.dump()));
    }
  } finally {
    clearInterval(releasing);
  }
  return { hits, left, done };
}

function note(run: Applied, hits: Map<string, Hit>, done: Map<string, number>): void {
  for (const request of run.log.filter(({ method }) => method !== 'GET')) {
    const endpoint = `${request.method} ${endpointOf(request.path)}`;
    if (!hits.has(endpoint)) hits.set(endpoint, { request, run });
    if (request.effect_applied) done.set(endpoint, (done.get(endpoint) ?? 0) + request.operations);
  }
}

function ruleFor(endpoint: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method, path: path.replaceAll(':id', '*') };
}

/** What stands in accounts, without what differs from run to run. */
function textsOf(dump: Readonly<Record<string, readonly Dumped[]>>): readonly string[] {
  return Object.entries(dump)
    .flatMap(([collection, records]) =>
      records
        .filter(({ account_id: account }) => typeof account === 'string')
        .map((record) => `${collection} ${textOf(record)}`),
    )
    .toSorted();
}

function textOf(record: Dumped): string {
  const kept = Object.entries(record).filter(
    ([name]) => !/(^|_)(id|ids|at|time|uri|url|key|str)$/.test(name),
  );
  return JSON.stringify(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** How the request that was hit ended for its operations: an address of it failed, or none. */
export function failedIn({ run, request }: Hit): boolean {
  return run.result.failed.some(({ cause }) => cause.path === undefined || cause.path === request.path);
}
