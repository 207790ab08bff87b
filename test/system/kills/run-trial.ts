import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { betweenRuns, inTheEnd, made, type Violation, withinBounds } from './laws.ts';
import type { Dump, Ended, Running, Site } from './site.ts';
import type { StatePlace } from './state-place.ts';
import { documentOf, type Kill, type KillTrial } from './trial.ts';

/** What a trial showed. */
export interface TrialResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Runs that SIGKILL ended, and how many of them left a request open. */
  readonly killed: number;
  readonly openAtKill: number;
  /** Records made in all. */
  readonly records: number;
  /** For each run that could be compared with a plan made just before it. */
  readonly comparisons: readonly Comparison[];
  readonly seconds: number;
}

/** What a run after a kill read, beside what a plan read. */
export interface Comparison {
  /** Whether the kill had left a request open, which the run had to find out about. */
  readonly hadOpen: boolean;
  /** Reads before its first write, beyond those of the plan. */
  readonly extraReads: number;
}

export interface TrialOptions {
  readonly state: StatePlace;
  /** Done to what is left after each kill, to see that the trial notices. */
  readonly spoil?: () => Promise<void>;
}

const clockJumpSeconds = 40;
const mostFailures = 2;

/** Applies the trial's document, killed as the trial says, until an apply comes to its end, and holds it against all laws. */
export async function runTrial(site: Site, trial: KillTrial, options: TrialOptions): Promise<TrialResult> {
  const startedAt = performance.now();
  await site.control('POST', 'reset');
  await site.control('PUT', 'clock', { now: new Date().toISOString().replace(/\.\d+Z$/, 'Z') });
  await rm(join(site.folder, '.adsync'), { recursive: true, force: true });
  await writeFile(join(site.folder, 'campaigns.yaml'), documentOf(trial));
  const before = await site.dump();
  const peaksBefore = await site.control('DELETE', 'peaks');
  const course = new Course(site, trial, options, before);
  const last = await course.run();

  const planned = await site.runHere(['plan', '--detailed-exitcode', '--state', options.state.url]);
  if (planned.code !== 0) course.violate('final', `the plan is not empty: ${said(planned)}`);
  const peaks = await site.control('GET', 'peaks');
  const after = await site.control('DELETE', 'peaks');
  const records = made(await site.dump(), before);
  course.violations.push(...inTheEnd(trial, records), ...withinBounds(peaksBefore, peaks, after));
  if (last.code !== 0) course.violate('exit', `the last apply ended with ${last.code}: ${said(last)}`);
  return {
    seed: trial.seed,
    violations: course.violations,
    killed: course.killed,
    openAtKill: course.openAtKill,
    records: [...records.values()].reduce((sum, all) => sum + all.length, 0),
    comparisons: course.comparisons,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

class Course {
  readonly violations: Violation[] = [];
  killed = 0;
  openAtKill = 0;
  readonly comparisons: Comparison[] = [];
  readonly #site: Site;
  readonly #trial: KillTrial;
  readonly #options: TrialOptions;
  readonly #before: Dump;
  #failures = 0;
  #hasOpen = false;

  constructor(site: Site, trial: KillTrial, options: TrialOptions, before: Dump) {
    this.#site = site;
    this.#trial = trial;
    this.#options = options;
    this.#before = before;
  }

  violate(kind: Violation['kind'], what: string): void {
    this.violations.push({ kind, what });
  }

  /** Runs until one comes to its end by itself. */
  async run(): Promise<Ended> {
    const { kills, atOnce } = this.#trial;
    for (let number = 0; ; number += 1) {
      const planReads = number > 0 && this.#trial.plansBetween ? await this.#readsOfPlan() : undefined;
      const since = await this.#site.atRest();
      const argv = ['apply', '--yes', '--json', '--state', this.#options.state.url];
      const kill = kills[number];
      const ended =
        kill === undefined
          ? { ...(await this.#site.runHere(argv)), signal: null }
          : await killed(this.#site.start(argv), kill);
      await this.#site.atRest();
      if (planReads !== undefined) await this.#compareReads(since, planReads, ended.signal === null);
      if (ended.signal === 'SIGKILL') await this.#afterKill();
      else if (ended.code === 0) return ended;
      else this.#violateEnd(ended);
      if (this.#failures === mostFailures) return ended;
      await this.#options.spoil?.();
      // Else the next run waits by itself until nothing that was sent can arrive any more.
      if (!atOnce) await this.#site.control('PUT', 'clock', { advance_seconds: clockJumpSeconds });
    }
  }

  #violateEnd(ended: Ended): void {
    this.#failures += 1;
    if (ended.code === 6) this.violate('lock', `the lock was not free: ${said(ended)}`);
    else this.violate('exit', `apply ended with ${ended.code}: ${said(ended)}`);
  }

  async #afterKill(): Promise<void> {
    this.killed += 1;
    try {
      const snapshot = await this.#options.state.read();
      this.#hasOpen = snapshot.openIntents.length > 0;
      if (this.#hasOpen) this.openAtKill += 1;
      this.violations.push(...betweenRuns(made(await this.#site.dump(), this.#before), snapshot));
    } catch (error) {
      this.violate('state', `cannot be read: ${String(error)}`);
    }
  }

  async #readsOfPlan(): Promise<number> {
    const since = await this.#site.atRest();
    await this.#site.runHere(['plan', '--state', this.#options.state.url]);
    return (await this.#site.requests(since)).length;
  }

  /** Finding out what became of open requests takes no request but those of a plan, or once more those after a wait. */
  async #compareReads(since: number, planReads: number, isOver: boolean): Promise<void> {
    const log = await this.#site.requests(since);
    const firstWrite = log.findIndex(({ method }) => method !== 'GET');
    // Killed while it read.
    if (firstWrite === -1 && !isOver) return;
    const untilWrite = firstWrite === -1 ? log : log.slice(0, firstWrite);
    // Asked once more before anything is written: what the user may do.
    const access = untilWrite.findLastIndex(({ path }) => path.endsWith('/authenticated_user_access'));
    const reads = access === -1 ? untilWrite.length : access;
    const extra = reads - planReads;
    this.comparisons.push({ hadOpen: this.#hasOpen, extraReads: extra });
    const allowed = this.#trial.atOnce ? planReads : 0;
    if (extra > allowed) this.violate('requests', `${reads} reads where a plan takes ${planReads}`);
  }
}

async function killed(running: Running, { afterEvents, thenMs }: Kill): Promise<Ended> {
  await running.told(afterEvents);
  await sleep(thenMs);
  running.child.kill('SIGKILL');
  return await running.ended;
}

function said({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  return `${stderr.slice(-600)} ${stdout.slice(-300)}`;
}
