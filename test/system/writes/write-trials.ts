import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ran } from '../../support/run-with.ts';
import { createSite, type Ended, type Site } from '../kills/site.ts';
import type { WriteCase } from './cases.ts';

/** What happens at one of the changes that a command makes on the disk. */
export type WriteFault =
  | {
      readonly mode: 'kill' | 'full';
      /** Which change of the disk, from 1 on. */
      readonly at: number;
    }
  | {
      readonly mode: 'kill after';
      /** The part of the time that the undisturbed command took, 0 to 1. */
      readonly part: number;
    };

/** Runs one command again and again from the same beginning. */
export interface WriteTrials {
  /** How often the command changes something on the disk, undisturbed. */
  readonly changes: number;
  /** What is wrong after a run with a fault, and after the next run; empty where nothing is. */
  run(fault: WriteFault): Promise<readonly string[]>;
  stop(): Promise<void>;
}

type Files = ReadonlyMap<string, string>;

const preload = join(import.meta.dirname, 'file-faults.ts');
/** Longer than any command takes on a busy machine. */
const hangsAfterMs = 60_000;

/** Makes the case ready, and runs its command once undisturbed. */
export async function startWriteTrials(trialOf: WriteCase): Promise<WriteTrials> {
  const site = await createSite();
  const kept = mkdtempSync(join(tmpdir(), 'adsync-writes-'));
  const stop = async (): Promise<void> => {
    await site.remove();
    rmSync(kept, { recursive: true, force: true });
  };
  try {
    await trialOf.prepare(site);
    cpSync(site.folder, join(kept, 'folder'), { recursive: true });
    const before = filesOf(site.folder, trialOf);
    const count = join(kept, 'count');
    const startedAt = performance.now();
    const undisturbed = await runWith(site, trialOf.argv, { env: { ADSYNC_FILE_FAULT_COUNT: count } });
    const tookMs = performance.now() - startedAt;
    if (undisturbed.code !== 0) throw new Error(`${trialOf.name}: ${undisturbed.stderr}`);
    const after = filesOf(site.folder, trialOf);
    const changes = Number(readFileSync(count, 'utf8'));
    const run = async (fault: WriteFault): Promise<readonly string[]> => {
      emptyFolder(site.folder);
      if (trialOf.changesPlatform === true) {
        await site.control('POST', 'reset');
        await trialOf.prepare(site);
      } else cpSync(join(kept, 'folder'), site.folder, { recursive: true });
      const ended = await runWith(site, trialOf.argv, faultOf(fault, tookMs));
      await site.atRest();
      // Until then a request of the one that was killed might still take effect.
      if (trialOf.changesPlatform === true) await site.control('PUT', 'clock', { advance_seconds: 40 });
      const found = filesOf(site.folder, trialOf);
      const mayBePart = trialOf.oneByOne === true || ended.stderr.includes('These files were changed:');
      const broken = fault.mode === 'full' ? brokenByFull(ended, found, { before, after }, mayBePart) : [];
      return [...broken, ...torn(found, { before, after }), ...(await nextRun(site, trialOf, after))].map(
        (what) => `${trialOf.name}, ${JSON.stringify(fault)} of ${changes} changes: ${what}`,
      );
    };
    return { changes, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function faultOf(fault: WriteFault, tookMs: number): Disturbance {
  if (fault.mode === 'kill after') return { killAfterMs: fault.part * tookMs };
  return { env: { ADSYNC_FILE_FAULT: `${fault.mode} ${fault.at}` } };
}

/** The versions of the folder that there may be. */
interface Versions {
  readonly before: Files;
  readonly after: Files;
}

/** A full disk is told in a sentence, and leaves all as it was, unless the command had no need of it. */
function brokenByFull(
  { code, signal, stdout, stderr }: Ended,
  found: Files,
  { before, after }: Versions,
  mayBePart: boolean,
): readonly string[] {
  const said = `${stdout}${stderr}`;
  return [
    ...(signal === null ? [] : [`ended by ${signal}: ${said.slice(-300)}`]),
    ...(/^ {2,}at .*[:(]/m.test(said) ? [`a stack: ${said.slice(0, 600)}`] : []),
    ...(code === 0 || /^error\[ADSYNC_[A-Z_]+\]: /m.test(stderr)
      ? []
      : [`no error is told: ${said.slice(-300)}`]),
    ...(code === 0 && !same(found, after) ? ['it ended with 0 and did not write all'] : []),
    ...(code === 0 || mayBePart || same(found, before) || same(found, after)
      ? []
      : [`half is written: ${difference(found, before)}; ${stderr}`]),
    ...[...found.keys()].filter((path) => path.endsWith('.tmp')).map((path) => `${path} is left behind`),
  ];
}

/** No file has a text that is neither the old nor the new one. */
function torn(found: Files, { before, after }: Versions): readonly string[] {
  return [...found]
    .filter(([path]) => !isTemporary(path))
    .filter(([path, text]) => before.get(path) !== text && after.get(path) !== text)
    .map(([path, text]) => `${path} is neither old nor new: ${text.length} characters`);
}

/** The same command again comes to the same end as one that nothing disturbed. */
async function nextRun(
  site: Site,
  { argv, afterwards, once, told }: WriteCase,
  after: Files,
): Promise<readonly string[]> {
  const again = await site.runHere(argv);
  const found = filesOf(site.folder, told === undefined ? {} : { told });
  const left = new Map([...found].filter(([path]) => !isTemporary(path)));
  const followed = afterwards === undefined ? again : await site.runHere(afterwards);
  return [
    ...(again.code === 0 || once === true ? [] : [`the next run ended with ${saidBy(again)}`]),
    ...(same(left, after) ? [] : [`the next run does not come to the same end: ${difference(left, after)}`]),
    ...(followed.code === 0 ? [] : [`${(afterwards ?? argv).join(' ')} ended with ${saidBy(followed)}`]),
  ];
}

function saidBy({ code, stdout, stderr }: Ran): string {
  return `${code}: ${stdout}${stderr}`;
}

/** A run that was killed may leave a hidden file, which a run after an hour removes. */
function isTemporary(path: string): boolean {
  return /(?:^|\/)\.[^/]*\.tmp$|\.new(?:-\w+)?$/.test(path);
}

interface Disturbance {
  readonly env?: Readonly<Record<string, string>>;
  readonly killAfterMs?: number;
}

async function runWith(
  site: Site,
  argv: readonly string[],
  { env = {}, killAfterMs = hangsAfterMs }: Disturbance,
): Promise<Ended> {
  const running = site.start(argv, { env: { NODE_OPTIONS: `--import ${preload}`, ...env } });
  const timer = setTimeout(() => running.child.kill('SIGKILL'), killAfterMs);
  const ended = await running.ended;
  clearTimeout(timer);
  return ended;
}

function filesOf(folder: string, { told = (_path, text) => text }: Pick<WriteCase, 'told'>): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.adsync/'));
  return new Map(
    paths.toSorted().map((path) => [path, told(path, readFileSync(join(folder, path), 'utf8'))]),
  );
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function same(one: Files, other: Files): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

function difference(found: Files, expected: Files): string {
  const paths = [...new Set([...found.keys(), ...expected.keys()])];
  return paths.filter((path) => found.get(path) !== expected.get(path)).join(', ');
}
