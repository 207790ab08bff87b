import { kindNamed } from '../../../src/schemas/registry.ts';
import { documentOf, shapeOf, shapeOfSpecs } from './declared.ts';
import { type Ended, planNow } from './engine.ts';
import { machineFor } from './machine.ts';
import { plain } from './plain.ts';
import { accountId, collectionOf } from './platform.ts';
import { SimProcess } from './sim-process.ts';
import type { Stage } from './stage.ts';
import { start } from './start-run.ts';
import type { Edit, RunSpec } from './trial.ts';
import { Violation } from './watch.ts';

/** Applies that count as tries: those that found the lock free. */
const triesAtMost = 2;

/**
 * The end of a trial: faults and other people's edits are over, and the next apply, or the one after it, makes exactly
 * what the last document declares. Throws Violation.
 */
export async function finish(stage: Stage): Promise<void> {
  stage.quiet = true;
  stage.others.removeTwins();
  const last = stage.trial.runs.at(-1)?.document ?? 0;
  const planReads = await readsOfPlan(stage, last);
  let tries = 0;
  for (let round = 1; ; round += 1) {
    clearAway(stage);
    const hadOpen = stage.watch.open.size > 0;
    const ended = await startQuiet(stage, round, last);
    if (ended.code === 6) {
      await stage.scheduler.sleep(61_000);
      if (round > 4) throw new Violation(`the lock stays held: ${ended.error}`);
      continue;
    }
    tries += 1;
    if (hadOpen) checkReads(stage, ended, planReads);
    if (ended.code === 0) break;
    if (ended.code === 7) await settleByHand(stage, ended);
    else if (tries >= triesAtMost)
      throw new Violation(`does not get there: ${ended.code} ${ended.error ?? ''}`);
    if (tries > 6) throw new Violation(`outcomes stay unknown: ${ended.error ?? ''}`);
  }
  await checkEnd(stage, last);
}

/** Removes what came late, after others' copy of it had been taken, as the person who made the copy would. */
function clearAway({ watch, platform }: Stage): void {
  for (const { collection, id } of watch.excused()) platform.change(collection, id, { deleted: true });
}

async function startQuiet(stage: Stage, round: number, document: number): Promise<Ended> {
  const ended = await start(stage, 1000 + round, quietRun(document));
  if (ended === 'died') throw new Violation('died without a mishap');
  return ended;
}

function quietRun(document: number): RunSpec {
  return { document, afterMs: 0, beside: false, savedMs: undefined, skewMs: 0, mishap: undefined };
}

/** What was made and at once changed by others is told from theirs by nobody who only reads. */
const changesOurs: ReadonlySet<Edit['what']> = new Set(['cut', 'raise', 'pause', 'activate', 'delete']);

/** Requests that a plan of the document takes now. */
async function readsOfPlan(stage: Stage, document: number): Promise<number> {
  const { scheduler } = stage;
  const simulated = new SimProcess({ scheduler, skewMs: 0, mishap: undefined });
  const machine = machineFor(stage, 900, quietRun(document), simulated);
  await planNow(machine);
  return machine.client.requests;
}

/** Finding out what became of open requests costs no more than another plan (issue: resolution is cheap). */
function checkReads({ trial }: Stage, { surveyRequests, code }: Ended, planReads: number): void {
  if (trial.pageSize < 1000 || code !== 0) return;
  // What was found to exist can have a list of its own, which neither reading had before.
  if (surveyRequests > 2 * (planReads + 1))
    throw new Violation(`${surveyRequests} requests to resolve and plan, where a plan takes ${planReads}`);
}

async function checkEnd(stage: Stage, document: number): Promise<void> {
  const { trial, platform, watch, scheduler, store } = stage;
  clearAway(stage);
  const [live, declared] = [shapeOf(platform), shapeOfSpecs(trial.documents[document] ?? [])];
  for (const [index, line] of declared.entries())
    if (live[index] !== line) throw new Violation(`declared: ${line}; live: ${live[index] ?? 'nothing'}`);
  if (live.length > declared.length) throw new Violation(`too much is live: ${live.join('; ')}`);
  const { entries, openIntents } = await store.read();
  if (openIntents.length > 0) throw new Violation('an intent is open after a clean apply');
  const resources = documentOf(trial, document).resources.filter(({ id }) => id === undefined);
  if (entries.length !== resources.length)
    throw new Violation(`${entries.length} entries for ${resources.length} resources`);
  if (entries.some((entry) => watch.entries.get(entry.address)?.id !== entry.id))
    throw new Violation('the state does not hold what was made durable');
  const simulated = new SimProcess({ scheduler, skewMs: 0, mishap: undefined });
  const { plan, stateChanges } = await planNow(machineFor(stage, 901, quietRun(document), simulated));
  if (plan.changes.length + stateChanges.length > 0)
    throw new Violation(
      `the plan is not empty: ${plan.changes.map(({ action, address }) => `${action} ${address}`).join(', ')}`,
    );
}

/**
 * Says what became of the requests that no reading can tell, as a person would who looks at the account. Throws
 * Violation where reading could have told.
 */
async function settleByHand(stage: Stage, { error }: Ended): Promise<void> {
  const { watch, others, platform, store, trial } = stage;
  const explained = others.madeTwins || trial.edits.some(({ what }) => changesOurs.has(what));
  if (!explained) throw new Violation(`says that it cannot tell: ${error ?? ''}`);
  const owned = new Set([...watch.entries.values()].map(({ id }) => id));
  const accounts = [{ accountKey: 'acme', accountId, host: 'loopback' }];
  const holder = { run: 'by-hand', user: '', machine: 'x.invalid', pid: 1, processStart: '', bootId: '' };
  const lease = watch.follow(
    await store.acquire({ accounts, document: 'sha256:0', command: 'state' }, holder),
  );
  for (const [number, intent] of new Map(watch.open)) {
    const put = intent.operations.flatMap((operation) => {
      if (operation.type !== 'Create' || operation.entry === null) return [];
      const { naturalKey } = kindNamed(operation.kind);
      const record = platform
        .live(collectionOf(operation.kind) ?? '')
        .find(
          (each) =>
            platform.ledger.made.has(each.id) &&
            !owned.has(each.id) &&
            naturalKey.every((wire) => plain(each[wire]) === plain(operation.params[wire])),
        );
      if (record === undefined) return [];
      owned.add(record.id);
      return [{ ...operation.entry, id: record.id }];
    });
    await lease.recordOutcome(number, intent.accountId, {
      result: put.length > 0 ? 'found' : 'absent',
      put,
      remove: [],
    });
  }
  await lease.release();
}
