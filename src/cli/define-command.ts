import type { Option } from 'commander';
import type { z } from 'zod';
import type { Context } from './context.ts';

interface CommandFacts {
  /** What is typed: `plan`, or `state list`. */
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for its own help. */
  readonly description?: string;
  /** What stands after the name, such as `[paths...]`, with its explanation. */
  readonly arguments: readonly (readonly [syntax: string, explanation: string])[];
  readonly options: readonly Option[];
  /** Lines to type, each with what it does; two or three. */
  readonly examples: readonly (readonly [does: string, line: string])[];
}

/** A command as one object: facts for the help, and what it does. Heavy modules are imported when it runs. */
export interface CommandDefinition<Options> extends CommandFacts {
  readonly schema: z.ZodType<Options>;
  /** Does the work and gives the exit code; throws AdsyncError. */
  run(context: Context, args: readonly string[], options: Options): Promise<number>;
}

/** A command whose options still have to be parsed. */
export interface Command extends CommandFacts {
  run(context: Context, args: readonly string[], rawOptions: unknown): Promise<number>;
}

/** Ties the parsed options of a command to what it does. */
export function defineCommand<Options>(definition: CommandDefinition<Options>): Command {
  return {
    ...definition,
    run: async (context, args, rawOptions) =>
      await definition.run(context, args, definition.schema.parse(rawOptions)),
  };
}
