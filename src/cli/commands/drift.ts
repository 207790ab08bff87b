import { Option } from 'commander';
import { z } from 'zod';
import { plainStyle } from '../../report/style.ts';
import type { DriftReport } from '../../schemas/drift.ts';
import { type Context, note } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { targetOption } from '../plan-options.ts';

export const driftCommand = defineCommand({
  name: 'drift',
  summary: "report what was changed on the platform behind adsync's back",
  description:
    'Compares what is live with what was last applied, and names every outside change. Writes nothing, neither to the platform nor to the state.',
  arguments: [['[paths...]', 'files and folders of the document (default campaigns.yaml)']],
  options: [
    new Option('--format <format>', 'form of the report').choices(['text', 'json']).default('text'),
    new Option('-o, --out <file>', 'write the report to a file instead'),
    new Option('--detailed-exitcode', 'exit code 2 where there is drift'),
    targetOption(),
  ],
  schema: z.object({
    format: z.enum(['text', 'json']),
    out: z.string().optional(),
    detailedExitcode: z.boolean().default(false),
    target: z.array(z.string()).default([]),
  }),
  run: async (context, args, options) => {
    const { documentPaths, withSession } = await import('../session.ts');
    return await withSession(context, { paths: documentPaths(args), mode: 'read' }, async (session) => {
      const { survey } = await import('../survey.ts');
      const { requireKnown } = await import('../scope.ts');
      const { createDriftReport } = await import('../../planner/drift.ts');
      const { snapshot, live } = await survey(session);
      const { entries } = snapshot;
      requireKnown(options.target, session.document, entries);
      const report = createDriftReport({
        document: session.document,
        live,
        entries,
        targets: options.target,
      });
      await writeReport(context, report, options);
      return options.detailedExitcode && !report.in_sync ? 2 : 0;
    });
  },
});

async function writeReport(
  context: Context,
  report: DriftReport,
  { format, out }: { readonly format: 'text' | 'json'; readonly out?: string | undefined },
): Promise<void> {
  const { driftJson } = await import('../../report/drift-json.ts');
  const { driftText } = await import('../../report/drift-text.ts');
  const { reportWidth } = await import('../../report/layout.ts');
  const style = out === undefined ? context.style : plainStyle;
  const width = reportWidth(context.io.stdout.columns);
  const text = format === 'json' ? driftJson(report) : driftText(report, { style, width });
  if (out === undefined) {
    context.io.stdout.write(text);
    return;
  }
  const { saveText } = await import('../save-text.ts');
  await saveText(context, out, text);
  note(context, `The report is in ${out}.`);
}
