import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { WaitEvent } from '../platform/client.ts';
import { type ApplyFrontend, type ApplyRequest, apply } from '../runs/apply.ts';
import { documentPaths } from '../runs/document-paths.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { planMaker } from '../runs/plan.ts';
import type { Plan } from '../schemas/plan.ts';
import { type ApprovalWords, approve } from './approve.ts';
import { closeApply } from './close-apply.ts';
import { type Context, note } from './context.ts';
import { type EventWriter, eventWriter } from './event-writer.ts';
import { type Interrupts, watchInterrupts } from './interrupts.ts';
import { planLine } from './look-first.ts';
import { type PlanOptions, planRequestOf } from './plan-options.ts';
import { reportError } from './report-error.ts';
import { showPlan } from './show-plan.ts';
import { runOf, terminalFrontend } from './terminal-run.ts';
import { waitReasons } from './wait-words.ts';

/** How `apply` and `destroy` ask, and in which form they tell of what they do. */
interface Forms {
  readonly yes: boolean;
  readonly json: boolean;
}

/** What `runApply` needs to know of the command line besides what is to be applied. */
interface Asking extends Forms {
  /** The command that shows the plan, to look at where there is no terminal to ask on. */
  readonly lookFirst: string;
}

/** Plans the document at the paths and carries that out, or plans to destroy it; asks and tells as `runApply` does. */
export async function applyDocument(
  context: Context,
  command: ApplyRequest['command'],
  args: readonly string[],
  options: PlanOptions & Forms,
): Promise<number> {
  const what = { command, paths: await documentPaths(args, context.io.cwd) };
  const makePlan = await planMaker(runOf(context), planRequestOf(what, options));
  const lookFirst = planLine({ command, paths: args, options, globals: context.globals });
  return await runApply(context, { ...what, makePlan, refresh: options.refresh }, { ...options, lookFirst });
}

/** Applies or destroys, and tells of it on the terminal, or to a program with `json`. Gives the exit code. */
export async function runApply(
  context: Context,
  request: ApplyRequest,
  { yes, json, lookFirst }: Asking,
): Promise<number> {
  const interrupts = watchInterrupts(context);
  const writer = eventWriter(context, json);
  const asking = yes ? undefined : { interrupts, lookFirst };
  const terminal = terminalFrontend(context);
  const frontend = json ? { ...terminal, wait: (event: WaitEvent) => writer.emit(waiting(event)) } : terminal;
  try {
    const run = runOf(context, { frontend, signal: interrupts.signal });
    const { plan, result } = await apply(run, request, applyFrontend(context, { writer, json, asking }));
    return closeApply(context, plan, result);
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    if (error instanceof Interrupted) note(context, 'Interrupted before anything was sent.');
    else reportError(error, context);
    return 130;
  } finally {
    interrupts.done();
  }
}

function applyFrontend(
  context: Context,
  {
    writer,
    json,
    asking,
  }: {
    readonly writer: EventWriter;
    readonly json: boolean;
    /** What a question can be interrupted by, and what to look at first; `undefined` where nothing is asked. */
    readonly asking: { readonly interrupts: Interrupts; readonly lookFirst: string } | undefined;
  },
): ApplyFrontend {
  let isSilent = false;
  return {
    showPlan: (plan, saved) => showPlan(context, plan, json ? 'stderr' : 'stdout', saved),
    approve:
      asking === undefined
        ? undefined
        : async (plan) => {
            await approve(context, question(plan), asking.interrupts, words(asking.lookFirst));
          },
    begin: (plan) => {
      // In words, an empty plan has said everything already.
      isSilent = plan.changes.length === 0 && !json;
      writer.begin(plan);
      if (!isSilent && !json) context.io.stdout.write('\n');
    },
    emit: (event) => {
      if (!isSilent) writer.emit(event);
    },
  };
}

function words(lookFirst: string): ApprovalWords {
  return {
    unasked: `Look at the plan first: ${lookFirst}\nThen run the command again with --yes, which does not ask.`,
    declined: 'the plan was not approved; nothing was changed',
  };
}

function question({ command, changes }: Plan): string {
  const count = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  return command === 'destroy' ? `Really destroy: carry out ${count}?` : `Apply ${count}?`;
}

function waiting({ reason, untilMs }: WaitEvent): ApplyEvent {
  return {
    type: 'waiting',
    reason: waitReasons[reason],
    addresses: [],
    until: new Date(untilMs).toISOString(),
  };
}
