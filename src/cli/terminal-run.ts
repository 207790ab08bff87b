import type { Frontend, Run } from '../runs/run.ts';
import {
  addressesFrom,
  cacheFolderFrom,
  credentialsFrom,
  stateUrlFrom,
  workTreeFrom,
} from '../runs/settings.ts';
import { type Context, note } from './context.ts';
import { withProgress } from './progress.ts';
import { waitLine } from './wait-words.ts';

/** How a command differs from one that only reads. */
interface Differences {
  readonly frontend?: Frontend;
  readonly signal?: AbortSignal;
}

/** The run of a command: its options, the environment, and a terminal to talk to. */
export function runOf(
  context: Context,
  { frontend = terminalFrontend(context), signal = neverAborted }: Differences = {},
): Run {
  const { io, globals, version } = context;
  const addresses = addressesFrom(io.env);
  return {
    frontend,
    signal,
    version,
    cwd: io.cwd,
    workTree: workTreeFrom(io.env),
    clock: io.clock,
    account: globals.account,
    variables: { files: globals.varFile, flags: globals.var, environment: io.env },
    stateUrl: stateUrlFrom(globals.state, io.env, io.cwd),
    addresses,
    credentials: () => credentialsFrom(io.env),
    cacheFolder: cacheFolderFrom(io.env, addresses),
    lockTimeoutMs: globals.lockTimeout,
  };
}

const neverAborted = new AbortController().signal;

/** Remarks, progress and waits on standard error. */
export function terminalFrontend(context: Context): Frontend {
  return {
    note: (line) => note(context, line),
    progress: async (text, work) => await withProgress(context, text, work),
    wait: (event) => note(context, waitLine(event)),
  };
}
