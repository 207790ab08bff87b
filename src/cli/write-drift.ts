import { reportWidth } from '../report/layout.ts';
import { plainStyle } from '../report/style.ts';
import { driftView } from '../report/view/drift-view.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { type Context, note, print } from './context.ts';
import type { DriftFormat } from './report-formats.ts';
import { dash } from './standard-streams.ts';

/** Writes a drift report in a form, to standard output or to the file that `--out` names. Throws as `saveText` does. */
export async function writeDrift(
  context: Context,
  report: DriftReport,
  { format, out: file }: { readonly format: DriftFormat; readonly out?: string | undefined },
): Promise<void> {
  const out = file === dash ? undefined : file;
  const text = await driftIn(format, report, context, out === undefined);
  if (out === undefined) {
    if (format === 'text') print(context, text);
    else context.io.stdout.write(text);
    return;
  }
  const { saveText } = await import('./save-text.ts');
  const { isDriftReport } = await import('./is-drift-report.ts');
  await saveText(context, out, { text, what: 'a drift report', isOne: isDriftReport });
  note(context, `The report is in ${out}.`);
}

/** A drift report in a form; for a terminal where it is to be styled. */
export async function driftIn(
  format: DriftFormat,
  report: DriftReport,
  { style, io }: Context,
  styled: boolean,
): Promise<string> {
  if (format === 'json') return (await import('../report/report-json.ts')).reportJson(report);
  const view = driftView(report);
  if (format === 'markdown')
    return (await import('../report/markdown/drift-markdown.ts')).driftMarkdown(view);
  if (format === 'html') return (await import('../report/html/drift-html.ts')).driftHtml(view);
  if (format === 'junit') return (await import('../report/drift-junit.ts')).driftJunit(view);
  const { driftText } = await import('../report/text/drift-text.ts');
  return styled
    ? driftText(view, { style, width: reportWidth(io.stdout.columns) })
    : driftText(view, { style: plainStyle, width: reportWidth(undefined) });
}
