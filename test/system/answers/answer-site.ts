import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { type Ran, runWith } from '../../support/run-with.ts';
import { waitingClock } from '../../support/waiting-clock.ts';
import { startAnswerProxy, unchanged } from './answer-proxy.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

/** What one course with a wrong answer showed. */
export interface Outcome {
  readonly name: string;
  /** The exit code of the command that got the wrong answer, and whether it noticed anything. */
  readonly code: number;
  /** What must never be, in words. */
  readonly violations: readonly string[];
  /** Commands that were needed afterwards until a plan was empty. */
  readonly repairs: number;
}

/** Runs the story of the demo with one wrong answer after another. */
export interface AnswerSite {
  /** Every mutation of every answer of the undisturbed story. */
  readonly mutations: readonly Mutation[];
  run(mutation: Mutation): Promise<Outcome>;
  stop(): Promise<void>;
}

type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
const recordsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

const otherAccount = '18ce5uk0000';
const theirs = {
  id: 'theirs1',
  account_id: '18ce54d4x5t',
  funding_instrument_id: 'hxtet',
  name: 'Of others',
  entity_status: 'ACTIVE',
  daily_budget_amount_local_micro: 7_000_000,
};
const apply = ['apply', '--yes', '--undo-drift', 'acme-us'];
/** What somebody does who looked at what is there, after an answer that was wrong. */
const applyAgain = [...apply, '--allow-recreate', 'acme-us', '--adopt'];
const story: readonly (readonly string[] | 'meddle')[] = [
  ['plan'],
  ['apply', '--yes'],
  ['plan', '--detailed-exitcode'],
  'meddle',
  ['drift'],
  apply,
];
/** Longer than any course takes on a busy machine. */
const hangsAfterMs = 60_000;

/** Starts a sandbox with a proxy in front of it, and goes through the story once. */
export async function startAnswerSite(): Promise<AnswerSite> {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-answers-'));
  const sandbox = await startSandbox({ clock: '2026-11-20T10:00:00Z' });
  const proxy = await startAnswerProxy(sandbox.ready.base_url);
  const env = Object.fromEntries(
    Object.entries(sandboxEnvironment(sandbox.ready)).map(([name, value]) => [
      name,
      value.replace(sandbox.ready.base_url, proxy.url),
    ]),
  );
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const dump = async (): Promise<Records> => recordsSchema.parse(await control('GET', 'dump'));
  const reset = async (): Promise<void> => {
    await control('POST', 'reset');
    await control('PUT', 'limits', { oauth: { timestamp_window_seconds: 10_000_000 } });
    await control('POST', 'seed', { campaigns: [theirs] });
    await rm(join(folder, '.adsync'), { recursive: true, force: true });
  };
  const meddle = async (): Promise<void> => {
    const { campaigns = [] } = await dump();
    const idOf = (name: string): unknown => campaigns.find((campaign) => campaign['name'] === name)?.['id'];
    await control('POST', 'mutate', [
      { collection: 'campaigns', id: idOf('Newsletter'), set: { entity_status: 'PAUSED' } },
      {
        collection: 'campaigns',
        id: idOf('Sale spring 2026'),
        set: { daily_budget_amount_local_micro: 80_000_000 },
      },
    ]);
  };
  const clock = waitingClock(async (ms) => {
    await control('PUT', 'clock', { advance_seconds: Math.ceil(ms / 1000) });
  });
  const adsync = async (argv: readonly string[]): Promise<Ran> =>
    await runWith(argv, { folder, env, ended: [], options: { clock } });

  await cp(fileURLToPath(new URL('../../../examples/demo', import.meta.url)), folder, { recursive: true });
  await reset();
  const before = await dump();
  proxy.reset(unchanged);
  for (const step of story) {
    if (step === 'meddle') await meddle();
    else expectSuccess(await adsync(step));
  }
  const answers = [...proxy.answers()];
  const expected = worldOf(await dump());

  const run = async (mutation: Mutation): Promise<Outcome> => {
    await reset();
    let isMet = false;
    proxy.reset((answer, number) => {
      if (number !== mutation.number) return answer;
      isMet = true;
      return mutation.change(answer);
    });
    const ran: Ran[] = [];
    for (const step of story) {
      if (step === 'meddle') await meddle();
      else ran.push(await within(adsync(step)));
      if (isMet) break;
    }
    proxy.reset(unchanged);
    const code = ran.at(-1)?.code ?? -1;
    const repaired = await repair(async (argv) => await within(adsync(argv)), ran);
    const after = await dump();
    return {
      name: mutation.name,
      code,
      violations: [
        ...ran.flatMap(faultsOf),
        ...(repaired === undefined ? [`not repaired: ${lastWords(ran)}`] : []),
        ...differences('what is declared', expected, worldOf(after)),
        ...differences('what is not ours', othersIn(before, before), othersIn(after, before)),
      ],
      repairs: repaired ?? 0,
    };
  };
  return {
    mutations: mutationsOf(answers, { account: otherAccount, campaign: theirs.id }),
    run,
    stop: async () => {
      await proxy.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function expectSuccess({ code, stderr }: Ran): void {
  if (code !== 0) throw new Error(`the undisturbed story ends with ${code}: ${stderr}`);
}

/** The command's end; a command that hangs is told as one that ended with -1. */
async function within(running: Promise<Ran>): Promise<Ran> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<Ran>((resolve) => {
    timer = setTimeout(() => resolve({ code: -1, stdout: '', stderr: 'it hangs' }), hangsAfterMs);
  });
  const ended = await Promise.race([running, hung]);
  clearTimeout(timer);
  return ended;
}

/** How many applies it took until a plan was empty; `undefined` where three were not enough. */
async function repair(
  adsync: (argv: readonly string[]) => Promise<Ran>,
  ran: Ran[],
): Promise<number | undefined> {
  for (let repairs = 0; repairs <= 3; repairs += 1) {
    const planned = await adsync(['plan', '--detailed-exitcode']);
    if (planned.code === 0) return repairs;
    ran.push(await adsync(applyAgain));
  }
  return undefined;
}

/** What no answer may lead to. */
function faultsOf({ code, stdout, stderr }: Ran): readonly string[] {
  const text = stdout + stderr;
  const stack = /^\s+at .*(?:\.[cm]?[jt]s:|node:|<anonymous>).*$/m.exec(text)?.[0];
  return [
    ...(code < 0 ? ['it hangs'] : []),
    ...(stack === undefined ? [] : [`a stack is shown: ${stack.trim()}`]),
    ...(text.includes('ADSYNC_INTERNAL') ? [`a fault of the program: ${lastLines(text)}`] : []),
    ...(code !== 0 && code !== 2 && stderr.trim() === '' && stdout.trim() === ''
      ? [`ends with ${code} without a word`]
      : []),
  ];
}

function lastWords(ran: readonly Ran[]): string {
  const last = ran.at(-1);
  return last === undefined ? '' : lastLines(`${last.stdout}${last.stderr}`);
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-6).join(' / ');
}

const changing = new Set(['id', 'created_at', 'updated_at']);
const declaredKinds = ['campaigns', 'line_items', 'targeting_criteria', 'tracking_tags'] as const;

/** The records that the story makes, without what differs from one time to the next, and with names instead of ids. */
function worldOf(records: Records): readonly string[] {
  const names = new Map(
    declaredKinds.flatMap((kind) => (records[kind] ?? []).map(({ id, name }) => [id, name ?? id] as const)),
  );
  return declaredKinds
    .flatMap((kind) =>
      (records[kind] ?? [])
        .filter(({ deleted }) => deleted !== true)
        .map((record) =>
          JSON.stringify([
            kind,
            Object.entries(record)
              .filter(([name]) => !changing.has(name))
              .map(([name, value]) => [name, names.get(value) ?? value]),
          ]),
        ),
    )
    .sort();
}

/** Records that were there before, by collection and id, as they are. */
function othersIn(records: Records, before: Records): readonly string[] {
  return Object.entries(before).flatMap(([collection, known]) => {
    const ids = new Set(known.map(({ id }) => id));
    return (records[collection] ?? [])
      .filter(({ id }) => ids.has(id))
      .map((record) => `${collection} ${JSON.stringify(record)}`);
  });
}

/** What lacks, and what is there too often. */
function differences(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const each of expected) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) - 1);
  return [...counts].flatMap(([each, left]) =>
    left === 0 ? [] : [`${what}: ${left > 0 ? 'lacks' : 'has in addition'} ${each.slice(0, 300)}`],
  );
}
