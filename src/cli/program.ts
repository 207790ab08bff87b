import { Command as Commander, CommanderError, Help, type Option } from 'commander';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { plainStyle } from '../report/style.ts';
import { accountsCommand } from './commands/accounts.ts';
import { apiCommand } from './commands/api.ts';
import { applyCommand } from './commands/apply.ts';
import { audienceEstimateCommand } from './commands/audience-estimate.ts';
import { authLoginCommand } from './commands/auth-login.ts';
import { authLogoutCommand } from './commands/auth-logout.ts';
import { authStatusCommand } from './commands/auth-status.ts';
import { authTokenCommand } from './commands/auth-token.ts';
import { blameCommand } from './commands/blame.ts';
import { completionCommand } from './commands/completion.ts';
import { demoCommand } from './commands/demo.ts';
import { destroyCommand } from './commands/destroy.ts';
import { driftCommand } from './commands/drift.ts';
import { eventsDisconnectCommand } from './commands/events-disconnect.ts';
import { eventsListCommand } from './commands/events-list.ts';
import { eventsListenCommand } from './commands/events-listen.ts';
import { eventsReplayCommand } from './commands/events-replay.ts';
import { eventsRulesCommand } from './commands/events-rules.ts';
import { eventsSubscribeCommand } from './commands/events-subscribe.ts';
import { eventsUnsubscribeCommand } from './commands/events-unsubscribe.ts';
import { explainCommand } from './commands/explain.ts';
import { fmtCommand } from './commands/fmt.ts';
import { getCommand } from './commands/get.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { insightsKeywordsCommand } from './commands/insights-keywords.ts';
import { lookupCommand } from './commands/lookup.ts';
import { openCommand } from './commands/open.ts';
import { planCommand } from './commands/plan.ts';
import { postsPreviewCommand } from './commands/posts-preview.ts';
import { postsShowCommand } from './commands/posts-show.ts';
import { resumeCommand } from './commands/resume.ts';
import { sandboxCommand } from './commands/sandbox.ts';
import { sandboxAccountCreateCommand } from './commands/sandbox-account-create.ts';
import { sandboxAccountDeleteCommand } from './commands/sandbox-account-delete.ts';
import { schemaCommand } from './commands/schema.ts';
import { showCommand } from './commands/show.ts';
import { stateCopyCommand } from './commands/state-copy.ts';
import { stateHistoryCommand } from './commands/state-history.ts';
import { stateListCommand } from './commands/state-list.ts';
import { stateMvCommand } from './commands/state-mv.ts';
import { stateRebuildCommand } from './commands/state-rebuild.ts';
import { stateResolveCommand } from './commands/state-resolve.ts';
import { stateRmCommand } from './commands/state-rm.ts';
import { stateShowCommand } from './commands/state-show.ts';
import { stateUnlockCommand } from './commands/state-unlock.ts';
import { stopCommand } from './commands/stop.ts';
import { validateCommand } from './commands/validate.ts';
import { watchCommand } from './commands/watch.ts';
import { type Context, createContext } from './context.ts';
import type { Command } from './define-command.ts';
import { globalOptions, globalOptionsSchema } from './global-options.ts';
import type { Io } from './io.ts';
import { type LogFormat, logFormatIn } from './log.ts';
import { reportError } from './report-error.ts';

const commands: readonly Command[] = [
  initCommand,
  validateCommand,
  fmtCommand,
  planCommand,
  showCommand,
  applyCommand,
  destroyCommand,
  driftCommand,
  watchCommand,
  importCommand,
  authLoginCommand,
  authStatusCommand,
  authLogoutCommand,
  authTokenCommand,
  accountsCommand,
  getCommand,
  blameCommand,
  openCommand,
  apiCommand,
  lookupCommand,
  audienceEstimateCommand,
  insightsKeywordsCommand,
  postsShowCommand,
  postsPreviewCommand,
  eventsListenCommand,
  eventsSubscribeCommand,
  eventsUnsubscribeCommand,
  eventsListCommand,
  eventsRulesCommand,
  eventsDisconnectCommand,
  eventsReplayCommand,
  stopCommand,
  resumeCommand,
  stateListCommand,
  stateShowCommand,
  stateHistoryCommand,
  stateMvCommand,
  stateRmCommand,
  stateResolveCommand,
  stateUnlockCommand,
  stateRebuildCommand,
  stateCopyCommand,
  sandboxAccountCreateCommand,
  sandboxAccountDeleteCommand,
  sandboxCommand,
  demoCommand,
  schemaCommand,
  explainCommand,
  completionCommand,
];
const groups: Readonly<Record<string, string>> = {
  auth: 'sign in and out: whom adsync speaks for, and what that allows',
  audience: 'ask the platform about the people whom targeting reaches',
  events: 'what happens on the platform, as it happens: streams, subscriptions, webhooks',
  insights: 'ask the platform what people write about',
  posts: 'look at posts: their counts, and how they look',
  'sandbox-account': "test accounts on the platform's own sandbox",
  state: 'look at the state and put it in order: what adsync owns, by address, and what it did',
};

/**
 * Parses the command line, runs the command, and turns whatever goes wrong into a message and an exit code. Never
 * throws.
 */
export async function runProgram(argv: readonly string[], io: Io, version: string): Promise<number> {
  const outcome: { code: number } = { code: 0 };
  const logFormat = logFormatIn(argv);
  const program = build({ io, version, outcome, logFormat });
  if (argv[0] === '__complete') {
    const { complete } = await import('./completion/complete.ts');
    return await complete(program, argv.slice(1), io, version);
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    return reportError(error, { io, errorStyle: plainStyle, globals: { verbose: false, logFormat } });
  }
}

interface Running {
  readonly io: Io;
  readonly logFormat: LogFormat;
  readonly version: string;
  readonly outcome: { code: number };
}

function build(running: Running): Commander {
  const { version } = running;
  const program = configured(new Commander('adsync'), running)
    .description(
      'Infrastructure as code for ad campaigns: declare them in YAML, review a plan, apply it safely.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command');
  for (const option of globalOptions()) program.addOption(option);
  for (const [name, summary] of Object.entries(groups))
    configured(program.command(name), running).description(summary);
  for (const command of commands) add(program, command, running);
  return program;
}

function add(program: Commander, command: Command, running: Running): void {
  const [first = '', second] = command.name.split(' ');
  const group = second === undefined ? program : program.commands.find((each) => each.name() === first);
  const parsed = configured((group ?? program).command(second ?? first), running)
    .summary(command.summary)
    .description(command.description ?? command.summary);
  for (const [syntax, explanation] of command.arguments) parsed.argument(syntax, explanation);
  for (const option of command.options) parsed.addOption(option);
  parsed.addHelpText('after', examplesText(command));
  parsed.action(async () => {
    const options: Readonly<Record<string, unknown>> = parsed.optsWithGlobals();
    requireChoices(parsed, command, options);
    const { io, version } = running;
    const context = createContext(io, globalOptionsSchema.parse(options), {
      version,
      run: async (argv, ownIo) => await runProgram(argv, ownIo, version),
    });
    running.outcome.code = await guarded(
      context,
      async () => await command.run(context, parsed.args, options),
    );
  });
}

/** Also where an option of every command has the name of one of the command's own, and takes what stands there. */
function requireChoices(
  parsed: Commander,
  { options }: Command,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const option of options) {
    const value = values[option.attributeName()];
    if (typeof value !== 'string' || option.argChoices?.includes(value) !== false) continue;
    const choices = `Allowed choices are ${option.argChoices.join(', ')}.`;
    parsed.error(`error: option '${option.flags}' argument '${printable(value)}' is invalid. ${choices}`);
  }
}

function examplesText({ examples }: Command): string {
  const lines = examples.map(([does, line]) => `  # ${does}\n  ${line}`);
  return `\nExamples:\n${lines.join('\n')}`;
}

async function guarded(context: Context, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    return reportError(error, context);
  }
}

function configured(program: Commander, { io, logFormat }: Running): Commander {
  return (
    program
      .exitOverride()
      .showSuggestionAfterError()
      // What `--adopt` without a value means is said in its description.
      .configureHelp({
        showGlobalOptions: true,
        visibleGlobalOptions: otherGlobalOptions,
        styleOptionDescription: (text) => text.replace(' (preset: true)', ''),
      })
      .configureOutput({
        writeOut: (text) => io.stdout.write(text),
        writeErr: (text) => io.stderr.write(text),
        getOutHelpWidth: () => io.stdout.columns ?? 100,
        getErrHelpWidth: () => io.stderr.columns ?? 100,
        outputError: (text) => reportUsage(text, io, logFormat),
      })
  );
}

/** Without those that mean something else in the command, which are among its own. */
function otherGlobalOptions(command: Commander): Option[] {
  const own = new Set(command.options.map(({ long }) => long));
  const help = Object.assign(new Help(), { showGlobalOptions: true });
  return help.visibleGlobalOptions(command).filter(({ long }) => !own.has(long));
}

function reportUsage(text: string, io: Io, logFormat: LogFormat): void {
  const [message = '', ...more] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const remedy = [...more, 'adsync COMMAND --help shows what there is.'].join('\n');
  const error = new AdsyncError('ADSYNC_USAGE', message, { remedy });
  reportError(error, { io, errorStyle: plainStyle, globals: { verbose: false, logFormat } });
}
