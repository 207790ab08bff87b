import { Option } from 'commander';
import { z } from 'zod';
import { duration } from './duration.ts';
import { logFormats } from './log.ts';
import { inputNamed } from './standard-streams.ts';

/** Options of every command. */
export const globalOptionsSchema = z.object({
  state: z.string().optional(),
  account: z.string().optional(),
  profile: z.string().optional(),
  var: z.array(z.string()).default([]),
  varFile: z.array(z.string().transform(inputNamed)).default([]),
  /** Milliseconds. */
  lockTimeout: z.number().default(0),
  color: z.boolean().default(true),
  quiet: z.boolean().default(false),
  verbose: z.boolean().default(false),
  logFormat: z.enum(logFormats).default('text'),
});
export type GlobalOptions = z.infer<typeof globalOptionsSchema>;

/** The options as the command line takes them. */
export function globalOptions(): readonly Option[] {
  return [
    new Option(
      '--state <url>',
      'where the state is kept (also ADSYNC_STATE; default sqlite:.adsync/state.db)',
    ),
    new Option('--account <account>', "limit the run to one account, by its key or the platform's id"),
    new Option(
      '--profile <name>',
      'credentials of this profile, unless the environment has some (also ADSYNC_PROFILE; else the one called default)',
    ),
    new Option('--var <name=value>', 'value of a variable, repeatable').argParser(collect),
    new Option(
      '--var-file <file>',
      'YAML file with values of variables, - for standard input; repeatable',
    ).argParser(collect),
    new Option('--lock-timeout <duration>', 'how long to wait for the lock: 30s, 5m (default 0)').argParser(
      duration,
    ),
    new Option('--no-color', 'no colours (also NO_COLOR)'),
    new Option('-q, --quiet', 'no progress and no notes'),
    new Option('-v, --verbose', 'more detail: every field of what is created, the stack of an error'),
    new Option(
      '--log-format <format>',
      'form of errors, waits and notes on standard error (default text)',
    ).choices(logFormats),
  ];
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, earlier: unknown): readonly unknown[] {
  const values: readonly unknown[] = Array.isArray(earlier) ? earlier : [];
  return [...values, value];
}
