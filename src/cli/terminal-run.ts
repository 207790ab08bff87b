import process from 'node:process';
import { profilesFolderFrom } from '../profiles/profiles-folder.ts';
import { type CredentialSource, credentialSource, type SourceChoice } from '../runs/credential-source.ts';
import type { Frontend, Run } from '../runs/run.ts';
import { cacheFolderFrom, hasCredentials, stateUrlFrom, workTreeFrom } from '../runs/settings.ts';
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
  const sources = sourcesOf(context);
  let chosen: CredentialSource | undefined;
  const source = (): CredentialSource => {
    if (chosen === undefined) noteIgnoredProfile(sources, (line) => frontend.note(line));
    chosen ??= credentialSource(sources);
    return chosen;
  };
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
    sources,
    get addresses() {
      return source().addresses;
    },
    credentials: () => source().credentials(),
    get cacheFolder() {
      return cacheFolderFrom(io.env, source().addresses);
    },
    lockTimeoutMs: globals.lockTimeout,
  };
}

/** What the credentials of a command are chosen by: its options, the environment, and the profiles of the user. */
function sourcesOf({ io, globals }: Context): SourceChoice {
  return {
    environment: io.env,
    profile: globals.profile,
    shelf: {
      folder: profilesFolderFrom(io.env, process.platform),
      keychain: () => io.keychain(),
      environment: io.env,
    },
  };
}

/** Nobody should take a run for one with the profile that they typed. */
function noteIgnoredProfile({ profile, environment }: SourceChoice, tell: (line: string) => void): void {
  if (profile !== undefined && hasCredentials(environment))
    tell(`The credentials in the environment go before those of a profile: ${profile} is not used.`);
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
