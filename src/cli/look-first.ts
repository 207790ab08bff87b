import type { Plan } from '../schemas/plan.ts';
import { commandLine } from './command-line.ts';
import type { GlobalOptions } from './global-options.ts';
import type { PlanOptions } from './plan-options.ts';
import { dash, inputNamed } from './standard-streams.ts';

/** What a run was asked for on the command line. */
interface Asked {
  readonly command: Plan['command'];
  readonly paths: readonly string[];
  readonly options: PlanOptions;
  readonly globals: GlobalOptions;
}

/**
 * The command that shows what `apply` or `destroy` would do with the same arguments. What may be a secret is named
 * instead of repeated, for the line may stand in the log of a pipeline: the value of a variable, and the address of a
 * state in a database.
 */
export function planLine({ command, paths, options, globals }: Asked): string {
  const { target, exclude, undoDrift, allowRecreate, takeAlong, override } = options;
  return commandLine([
    'adsync',
    'plan',
    ...(command === 'destroy' ? ['--destroy'] : []),
    // Paths go first: one behind `--adopt` would be taken for its address.
    ...paths.map((path) => (path.startsWith('-') ? `./${path}` : path)),
    ...each('--target', target),
    ...each('--exclude', exclude),
    ...(options.changedSince === undefined ? [] : ['--changed-since', options.changedSince]),
    ...options.adopt.flatMap((chosen) => (chosen === true ? ['--adopt'] : ['--adopt', chosen])),
    ...each('--undo-drift', undoDrift),
    ...each('--allow-recreate', allowRecreate),
    ...each('--take-along', takeAlong),
    ...each('--override', override),
    ...(options.keepStopped ? ['--keep-stopped'] : []),
    ...(options.refresh === undefined ? [] : ['--refresh', options.refresh]),
    ...sourcesOf(globals),
  ]);
}

/** The command that shows a saved plan, by the name that the user gave its file. */
export function showLine(file: string): string {
  return commandLine(['adsync', 'show', file.startsWith('-') && file !== dash ? `./${file}` : file]);
}

/** The global options that decide what is planned. */
function sourcesOf({ account, var: values, varFile, state }: GlobalOptions): readonly string[] {
  return [
    ...(account === undefined ? [] : ['--account', account]),
    ...each(
      '--var',
      values.map((value) => value.replace(/=.*$/s, '=VALUE')),
    ),
    ...each(
      '--var-file',
      varFile.map((file) => (file === inputNamed(dash) ? dash : file)),
    ),
    ...(state === undefined ? [] : ['--state', state.startsWith('sqlite:') ? state : 'URL']),
  ];
}

function each(option: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [option, value]);
}
