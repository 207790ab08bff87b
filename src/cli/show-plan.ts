import { reportWidth } from '../report/layout.ts';
import { planText } from '../report/text/plan-text.ts';
import { planView } from '../report/view/plan-view.ts';
import type { Plan } from '../schemas/plan.ts';
import { type Context, print } from './context.ts';
import { logJson } from './log.ts';
import type { PlanFormat } from './report-formats.ts';

/** Writes the plan to standard output in a form. */
export async function writePlan(context: Context, plan: Plan, format: PlanFormat): Promise<void> {
  if (format === 'text') showPlan(context, plan, 'stdout');
  else context.io.stdout.write(await planIn(format, plan));
}

async function planIn(format: Exclude<PlanFormat, 'text'>, plan: Plan): Promise<string> {
  if (format === 'json') return (await import('../report/report-json.ts')).reportJson(plan);
  if (format === 'markdown')
    return (await import('../report/markdown/plan-markdown.ts')).planMarkdown(planView(plan));
  return (await import('../report/html/plan-html.ts')).planHtml(planView(plan));
}

/**
 * Writes the plan for people to standard output, or to standard error where the output is for programs; `saved` is the
 * plan as it was saved, where it comes from a file.
 */
export function showPlan(context: Context, plan: Plan, stream: 'stdout' | 'stderr', saved?: Plan): void {
  const output = context.io[stream];
  const style = stream === 'stdout' ? context.style : context.errorStyle;
  const width = reportWidth(output.columns);
  const text = planText(planView(plan, { everyField: context.globals.verbose, saved }), { style, width });
  if (stream === 'stdout' || !logJson(context, 'info', { message: text })) print(context, text, stream);
}
