import process from 'node:process';
import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { ApplyResult } from '../appliers/apply-result.ts';
import type { Clock } from '../appliers/clock.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { chosenRecords } from '../planner/guards/consents.ts';
import type { WaitEvent } from '../platform/client.ts';
import { type Credentials, Secret } from '../platform/secret.ts';
import { systemKeychain } from '../profiles/keychain.ts';
import { profilesFolderFrom } from '../profiles/profiles-folder.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { DriftReport } from '../schemas/drift.ts';
import type { Plan } from '../schemas/plan.ts';
import { apply } from './apply.ts';
import { type CredentialSource, credentialSource } from './credential-source.ts';
import { documentPaths } from './document-paths.ts';
import { readDrift as driftOf } from './drift.ts';
import { type PlanMaker, type PlanRequest, planMaker, plan as planOf } from './plan.ts';
import { readDocument } from './read-document.ts';
import type { Run } from './run.ts';
import { savedPlanMaker } from './saved-plan-maker.ts';
import { addressesFrom, cacheFolderFrom, type Environment, stateUrlFrom, workTreeFrom } from './settings.ts';
import { systemClock } from './system-clock.ts';
import { readVersion } from './version.ts';

/** Where a document is, and the values of its variables. */
export interface DocumentOptions {
  /** Files and folders of the document; `campaigns.yaml`, else `campaigns/`, else the folder itself, unless given. */
  readonly paths?: readonly string[];
  /** The folder that paths are relative to; the working directory of the process unless given. */
  readonly cwd?: string;
  /** The key of the only account to work with; all accounts unless given. */
  readonly account?: string;
  /** Values of variables by name. */
  readonly variables?: Readonly<Record<string, string>>;
  /** YAML files with values of variables. */
  readonly variableFiles?: readonly string[];
  /** Environment variables, from which comes what is not given otherwise; those of the process unless given. */
  readonly environment?: Environment;
}

/** Where the platform and the state are, and who is told of what happens. */
export interface RunOptions extends DocumentOptions {
  /** Keys of the user; from the environment (`ADSYNC_CONSUMER_KEY` and the others), else from a profile, unless given. */
  readonly credentials?: Readonly<Record<keyof Credentials, string>>;
  /** The profile of `adsync auth login`; `ADSYNC_PROFILE`, else the default one, unless given. */
  readonly profile?: string;
  /** Where the state is kept, `sqlite:PATH` or `postgres://…`; `ADSYNC_STATE`, else `sqlite:.adsync/state.db`. */
  readonly state?: string;
  /** How long to wait for a lock, in milliseconds; 0 unless given. */
  readonly lockTimeoutMs?: number;
  /** Time; that of the machine unless given. */
  readonly clock?: Clock;
  /** Interrupts: what is in flight is finished and recorded, nothing new is sent. */
  readonly signal?: AbortSignal;
  /** Is told remarks for people. */
  readonly onNote?: (line: string) => void;
  /** Is told of every wait for the platform. */
  readonly onWait?: (event: WaitEvent) => void;
}

/** What a plan is limited to, and what is agreed to. */
export interface PlanOptions extends RunOptions {
  /** `destroy` plans the deletion of everything of ours; `apply` unless given. */
  readonly command?: Plan['command'];
  /** Address patterns; what is bound to them comes along. */
  readonly targets?: readonly string[];
  /** Address patterns that stay out. */
  readonly excludes?: readonly string[];
  /** A git revision; only what files declare that differ from it. */
  readonly changedSince?: string;
  readonly consents?: {
    /** `true` for every record of the same name, else `ADDRESS` or `ADDRESS=ID` each. */
    readonly adopt?: true | readonly string[];
    readonly undoDrift?: readonly string[];
    readonly allowRecreate?: readonly string[];
    readonly takeAlong?: readonly string[];
    /** Names of rules. */
    readonly override?: readonly string[];
    /** What a stop has paused stays PAUSED, and all else is planned as the document says. */
    readonly keepStopped?: boolean;
  };
}

/** A plan to carry out: one that was made before, or what the other options ask for. */
export interface ApplyOptions extends PlanOptions {
  /** A plan of `createPlan`, carried out only if planning again gives the same effect. */
  readonly plan?: Plan;
  /** Decides on the plan before anything is sent; after a yes everything is read again. Without it nobody is asked. */
  readonly approve?: (plan: Plan) => boolean | Promise<boolean>;
  /** Is told of everything that happens while the plan is carried out. */
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** A plan that was carried out, and what became of each address. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly result: ApplyResult;
}

/** What a drift report tells. */
export interface DriftOptions extends RunOptions {
  readonly targets?: readonly string[];
  readonly excludes?: readonly string[];
  /** Names what nobody declares, instead of only counting it. */
  readonly listUnmanaged?: boolean;
}

/** Reads and checks a document. Throws DocumentError with every problem at its `file:line:column`. */
export async function loadDocument(options: DocumentOptions = {}): Promise<DesiredDocument> {
  const run = runOf(options);
  return await readDocument(run, await pathsOf(options, run));
}

/**
 * Compares a document with what is live, and says what to do; writes nothing. A plan with violations is refused by
 * `applyPlan`. Throws DocumentError, AdsyncError.
 */
export async function createPlan(options: PlanOptions = {}): Promise<Plan> {
  const run = runOf(options);
  const { made } = await planOf(run, await requestOf(options, run));
  return made.plan;
}

/**
 * Carries out a plan, under the lock of its accounts. Gives also what failed, was skipped or is unknown: that throws
 * nothing. Throws before anything is sent: ADSYNC_PLAN_REFUSED, ADSYNC_PLAN_STALE, ADSYNC_DECLINED, ADSYNC_LOCK_HELD,
 * DocumentError; Interrupted where the signal was aborted by then.
 */
export async function applyPlan(options: ApplyOptions = {}): Promise<AppliedPlan> {
  const { plan, approve, onEvent } = options;
  const run = runOf(plan === undefined ? options : limitedAs(plan, options));
  const request = await requestOf(options, run);
  const makePlan: PlanMaker = plan === undefined ? await planMaker(run, request) : savedPlanMaker(plan);
  const { command, paths } = plan ?? request;
  return await apply(
    run,
    { command, paths, makePlan, ...(plan === undefined ? {} : { saved: plan }) },
    {
      showPlan: () => {},
      approve: approve === undefined ? undefined : async (shown) => await decide(approve, shown),
      begin: () => {},
      emit: (event) => onEvent?.(event),
    },
  );
}

/** Reports what was changed on the platform since the last apply; writes nothing. Throws DocumentError, AdsyncError. */
export async function readDrift(options: DriftOptions = {}): Promise<DriftReport> {
  const { targets = [], excludes = [], listUnmanaged = false } = options;
  const run = runOf(options);
  return await driftOf(run, { paths: await pathsOf(options, run), targets, excludes, listUnmanaged });
}

async function decide(approve: NonNullable<ApplyOptions['approve']>, plan: Plan): Promise<void> {
  if (await approve(plan)) return;
  throw new AdsyncError('ADSYNC_DECLINED', 'the plan was not approved; nothing was changed');
}

async function pathsOf({ paths = [] }: DocumentOptions, { cwd }: Run): Promise<readonly string[]> {
  return await documentPaths(paths, cwd);
}

/** The run is for the account that the plan was limited to, so that the same is planned again. */
function limitedAs({ selection }: Plan, { account: _given, ...options }: ApplyOptions): ApplyOptions {
  const account = selection?.account;
  return account === undefined ? options : { ...options, account };
}

async function requestOf(options: PlanOptions, run: Run): Promise<PlanRequest> {
  const { command = 'apply', targets = [], excludes = [], changedSince, consents = {} } = options;
  const { adopt = [], undoDrift = [], allowRecreate = [], takeAlong = [], override = [] } = consents;
  const { keepStopped = false } = consents;
  const addresses = chosenRecords(adopt === true ? [] : adopt);
  return {
    command,
    paths: await pathsOf(options, run),
    consents: {
      adopt: { all: adopt === true, addresses },
      undoDrift,
      allowRecreate,
      takeAlong,
      override,
      keepStopped,
    },
    targets,
    excludes,
    named: [...addresses.keys(), ...undoDrift, ...allowRecreate, ...takeAlong],
    changedSince,
  };
}

const neverAborted = new AbortController().signal;

/** What a run works with, from the options and the environment. */
export function runOf(options: RunOptions): Run {
  const { cwd = process.cwd(), environment = process.env, credentials } = options;
  const sources = {
    environment,
    profile: options.profile,
    shelf: {
      folder: profilesFolderFrom(environment, process.platform),
      keychain: systemKeychain,
      environment,
    },
  };
  let chosen: CredentialSource | undefined;
  const source = (): CredentialSource => {
    chosen ??=
      credentials === undefined
        ? credentialSource(sources)
        : {
            profile: undefined,
            addresses: addressesFrom(environment),
            credentials: () => secret(credentials),
          };
    return chosen;
  };
  return {
    frontend: {
      note: (line) => options.onNote?.(line),
      progress: async (_text, work) => await work({ say: () => {}, above: (write) => write() }),
      wait: (event) => options.onWait?.(event),
    },
    version: readVersion(),
    cwd,
    workTree: workTreeFrom(environment),
    clock: options.clock ?? systemClock,
    account: options.account,
    variables: {
      files: options.variableFiles ?? [],
      flags: Object.entries(options.variables ?? {}).map(([name, value]) => `${name}=${value}`),
      environment,
    },
    stateUrl: stateUrlFrom(options.state, environment, cwd),
    sources,
    get addresses() {
      return source().addresses;
    },
    credentials: () => source().credentials(),
    get cacheFolder() {
      return cacheFolderFrom(environment, source().addresses);
    },
    lockTimeoutMs: options.lockTimeoutMs ?? 0,
    signal: options.signal ?? neverAborted,
  };
}

function secret({
  consumerKey,
  consumerSecret,
  accessToken,
  accessTokenSecret,
}: NonNullable<RunOptions['credentials']>): Credentials {
  return {
    consumerKey,
    consumerSecret: new Secret(consumerSecret),
    accessToken: new Secret(accessToken),
    accessTokenSecret: new Secret(accessTokenSecret),
  };
}
