import type { Command, Option } from 'commander';

/** What is typed of a command line, up to the word that is being completed. */
export interface TypedLine {
  readonly command: Command;
  /** Names of the command: `state`, `list`. */
  readonly path: readonly string[];
  /** The words that are no options. */
  readonly positionals: readonly string[];
  /** Values of options by their long name, in the order typed. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The option whose value comes next. */
  readonly pending: Option | undefined;
  /** After `--`. */
  readonly noOptions: boolean;
}

interface Walk extends TypedLine {
  command: Command;
  path: readonly string[];
  positionals: readonly string[];
  pending: Option | undefined;
  noOptions: boolean;
  readonly values: Map<string, readonly string[]>;
}

/** Reads the words before the one that is being completed, as the command line would. */
export function readTyped(program: Command, words: readonly string[]): TypedLine {
  const walk: Walk = {
    command: program,
    path: [],
    positionals: [],
    values: new Map(),
    pending: undefined,
    noOptions: false,
  };
  for (const word of words) step(walk, word);
  return walk;
}

function step(walk: Walk, word: string): void {
  const { pending } = walk;
  if (pending !== undefined && (pending.required || !word.startsWith('-'))) {
    keep(walk, pending, word);
    walk.pending = pending.variadic ? pending : undefined;
    return;
  }
  walk.pending = undefined;
  if (walk.noOptions) addPositional(walk, word);
  else if (word === '--') walk.noOptions = true;
  else if (word.startsWith('-')) readOption(walk, word);
  else addPositional(walk, word);
}

function readOption(walk: Walk, word: string): void {
  const at = word.indexOf('=');
  const flag = at === -1 ? word : word.slice(0, at);
  const option = optionsOf(walk.command).find(({ long, short }) => long === flag || short === flag);
  if (option === undefined || !takesValue(option)) return;
  if (at === -1) walk.pending = option;
  else keep(walk, option, word.slice(at + 1));
}

function addPositional(walk: Walk, word: string): void {
  const next =
    walk.positionals.length === 0 ? walk.command.commands.find((one) => one.name() === word) : undefined;
  if (next === undefined) {
    walk.positionals = [...walk.positionals, word];
    return;
  }
  walk.command = next;
  walk.path = [...walk.path, word];
}

function keep({ values }: Walk, option: Option, value: string): void {
  const name = option.long ?? option.flags;
  values.set(name, [...(values.get(name) ?? []), value]);
}

/** The options of a command and of the program above it; its own come first. */
export function optionsOf(command: Command): readonly Option[] {
  return command.parent === null ? command.options : [...command.options, ...optionsOf(command.parent)];
}

/** True for an option that a value may follow. */
export function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
