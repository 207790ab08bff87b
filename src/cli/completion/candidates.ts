import type { Argument, Command, Option } from 'commander';
import { targetingLists } from '../../lookups/targeting-lists.ts';
import { apiMethods } from '../../platform/api-endpoint.ts';
import { shells } from './scripts.ts';
import { optionsOf, readTyped, type TypedLine, takesValue } from './typed-line.ts';

/** Something that the word may become. */
interface Candidate {
  readonly text: string;
  readonly explanation?: string;
}

/** What the shell should offer: words, or what it finds on the disk. */
export interface Completion {
  readonly offer: 'words' | 'files' | 'folders';
  readonly candidates: readonly Candidate[];
}

/** What only the project or the state can tell; each gives nothing where it fails. */
export interface Sources {
  addresses(typed: TypedLine): Promise<readonly string[]>;
  accountKeys(typed: TypedLine): Promise<readonly string[]>;
  /** Ids of the stops that stand. */
  stops(typed: TypedLine): Promise<readonly string[]>;
  /** Names of the user's profiles. */
  profiles(): Promise<readonly string[]>;
  /** `KIND` and `KIND.FIELD`. */
  explained(): Promise<readonly string[]>;
  /** Kinds of records, each with the sections' words for it. */
  kinds(): Promise<readonly string[]>;
  /** Paths of the platform's endpoints that a method can be used with. */
  endpointPaths(method: string): Promise<readonly string[]>;
}

const none: Completion = { offer: 'words', candidates: [] };

/** Completes the last word of what stands after the program's name. */
export async function completionOf(
  program: Command,
  words: readonly string[],
  sources: Sources,
): Promise<Completion> {
  const typed = readTyped(program, words.slice(0, -1));
  const word = words.at(-1) ?? '';
  const { command, pending, noOptions } = typed;
  if (pending?.required === true) return await completedValue(pending, word, typed, sources);
  if (word.startsWith('-') && !noOptions) return await optionOrValue(word, typed, sources);
  const argument =
    command.registeredArguments[typed.positionals.length] ?? command.registeredArguments.at(-1);
  const asPositional =
    command.commands.length > 0
      ? subcommands(command, word)
      : await argumentOf(argument, word, typed, sources);
  if (pending === undefined) return asPositional;
  const asValue = await completedValue(pending, word, typed, sources);
  return asValue.candidates.length > 0 ? asValue : asPositional;
}

async function optionOrValue(word: string, typed: TypedLine, sources: Sources): Promise<Completion> {
  const at = word.indexOf('=');
  if (at === -1) {
    return words(
      optionsOf(typed.command)
        .filter((option) => !option.hidden)
        .map((option) => ({ text: option.long ?? option.flags, explanation: option.description })),
      word,
    );
  }
  const option = optionsOf(typed.command).find(({ long }) => long === word.slice(0, at));
  if (option === undefined || !takesValue(option)) return none;
  const { offer, candidates } = await completedValue(option, word.slice(at + 1), typed, sources);
  return { offer, candidates: candidates.map((one) => ({ ...one, text: word.slice(0, at + 1) + one.text })) };
}

function subcommands(command: Command, word: string): Completion {
  const visible = command.createHelp().visibleCommands(command);
  return words(
    visible.map((one) => ({ text: one.name(), explanation: one.summary() || one.description() })),
    word,
  );
}

async function completedValue(
  option: Option,
  word: string,
  typed: TypedLine,
  sources: Sources,
): Promise<Completion> {
  if (option.argChoices !== undefined) return words(option.argChoices.map(plain), word);
  if (option.long === '--profile') return words((await sources.profiles()).map(plain), word);
  const placeholder = /[<[]([a-z-]+)/.exec(option.flags)?.[1] ?? '';
  if (placeholder === 'file') return { offer: 'files', candidates: [] };
  if (placeholder === 'dir') return { offer: 'folders', candidates: [] };
  if (placeholder === 'kind') return words((await sources.kinds()).map(plain), word);
  if (placeholder === 'account') return words((await sources.accountKeys(typed)).map(plain), word);
  return placeholder.startsWith('address') ? segments(await sources.addresses(typed), word) : none;
}

async function argumentOf(
  argument: Argument | undefined,
  word: string,
  typed: TypedLine,
  sources: Sources,
): Promise<Completion> {
  if (argument === undefined || (typed.positionals.length > 0 && !hasRoom(typed))) return none;
  const name = argument.name();
  const command = typed.path.join(' ');
  if (name === 'paths' || name === 'file') return { offer: 'files', candidates: [] };
  if (name === 'dir') return { offer: 'folders', candidates: [] };
  const fixed = fixedWords.get(command);
  if (fixed !== undefined) return words(typed.positionals.length === 0 ? fixed.map(plain) : [], word);
  if (command === 'explain') return words((await sources.explained()).map(plain), word);
  if (command === 'api') return await callWord(typed, word, sources);
  const known = await namesFor(name, typed, sources);
  if (known !== undefined) return words(known.map(plain), word);
  const isAddress = addressArguments.has(name) || command === 'state mv';
  return isAddress ? segments(await sources.addresses(typed), word) : none;
}

/** All words for an argument, by its name; `undefined` where its words are no closed list. */
async function namesFor(
  name: string,
  typed: TypedLine,
  sources: Sources,
): Promise<readonly string[] | undefined> {
  if (name === 'kind') return await sources.kinds();
  if (name === 'account') return await sources.accountKeys(typed);
  return name === 'stop' ? await sources.stops(typed) : undefined;
}

/** Names of arguments that are addresses, or patterns of addresses. */
const addressArguments: ReadonlySet<string> = new Set(['address', 'posts', 'globs']);

/** Commands whose first word is one of a few. */
const fixedWords: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['schema', ['document', 'plan', 'drift']],
  ['completion', shells],
  ['events list', ['subscriptions', 'connections', 'rules', 'powerstream', 'webhooks']],
  ['events rules', ['list', 'add', 'delete']],
  ['lookup', targetingLists.map(({ name }) => name)],
]);

async function callWord({ positionals }: TypedLine, word: string, sources: Sources): Promise<Completion> {
  const [method] = positionals;
  return method === undefined
    ? words(apiMethods.map(plain), word.toUpperCase())
    : segments(await sources.endpointPaths(method), word);
}

/** True where the command takes one more word than there is. */
function hasRoom({ command, positionals }: TypedLine): boolean {
  const { registeredArguments: takes } = command;
  return takes.length > positionals.length || takes.at(-1)?.variadic === true;
}

function plain(text: string): Candidate {
  return { text };
}

function words(candidates: readonly Candidate[], word: string): Completion {
  return { offer: 'words', candidates: candidates.filter(({ text }) => text.startsWith(word)) };
}

/** Addresses up to their next `/`, as shells complete paths: an account may own a hundred thousand things. */
function segments(addresses: readonly string[], word: string): Completion {
  const found = new Set<string>();
  for (const address of addresses) {
    if (!address.startsWith(word)) continue;
    const end = address.indexOf('/', word.length);
    found.add(end === -1 ? address : address.slice(0, end + 1));
  }
  // What is an address, and has others beneath it, is offered once: as itself until it is typed, then with what is beneath.
  for (const text of found) if (found.has(`${text}/`)) found.delete(text === word ? text : `${text}/`);
  return { offer: 'words', candidates: [...found].toSorted().map(plain) };
}
