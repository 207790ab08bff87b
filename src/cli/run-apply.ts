import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { WaitEvent } from '../platform/client.ts';
import { type ApplyFrontend, type ApplyRequest, apply } from '../runs/apply.ts';
import { Interrupted } from '../runs/interrupted.ts';
import { planMaker } from '../runs/plan.ts';
import { documentPaths } from '../runs/session.ts';
import type { Plan } from '../schemas/plan.ts';
import { approve } from './approve.ts';
import { closeApply } from './close-apply.ts';
import { type Context, note } from './context.ts';
import { type EventWriter, eventWriter } from './event-writer.ts';
import { type Interrupts, watchInterrupts } from './interrupts.ts';
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

/** Plans the document at the paths and carries that out, or plans to destroy it; asks and tells as `runApply` does. */
export async function applyDocument(
  context: Context,
  command: ApplyRequest['command'],
  args: readonly string[],
  options: PlanOptions & Forms,
): Promise<number> {
  const what = { command, paths: await documentPaths(args, context.io.cwd) };
  const makePlan = await planMaker(runOf(context), planRequestOf(what, options));
  return await runApply(context, { ...what, makePlan }, options);
}

/** Applies or destroys, and tells of it on the terminal, or to a program with `json`. Gives the exit code. */
export async function runApply(
  context: Context,
  request: ApplyRequest,
  { yes, json }: Forms,
): Promise<number> {
  const interrupts = watchInterrupts(context);
  const writer = eventWriter(context, json);
  const asking = yes ? undefined : interrupts;
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
    /** What a question can be interrupted by; `undefined` where nothing is asked. */
    readonly asking: Interrupts | undefined;
  },
): ApplyFrontend {
  let isSilent = false;
  return {
    showPlan: (plan, saved) => showPlan(context, plan, json ? 'stderr' : 'stdout', saved),
    approve:
      asking === undefined
        ? undefined
        : async (plan) => {
            await approve(context, question(plan), asking);
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
