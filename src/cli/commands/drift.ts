import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { pathsArgument } from '../paths-argument.ts';
import { addressOptions, refreshOption, refreshSchema } from '../plan-options.ts';
import { driftFormats } from '../report-formats.ts';

export const driftCommand = defineCommand({
  name: 'drift',
  summary: "report what was changed on the platform behind adsync's back",
  description:
    'Compares what is live with what was last applied, and names every outside change. Writes nothing, neither to the platform nor to the state. With --accept it shows, and after a yes writes, the changes to the files of the document that make them say what is live.',
  arguments: [pathsArgument],
  options: [
    new Option('--format <format>', 'form of the report').choices(driftFormats).default('text'),
    new Option('-o, --out <file>', 'write the report to a file instead; - is standard output'),
    new Option('--unmanaged', 'list what nobody declares, instead of only counting it'),
    new Option(
      '--blame',
      "name who changed what, where the journal or the platform's history tells it; a request for each changed resource",
    ),
    new Option('--detailed-exitcode', 'exit code 2 where there is drift'),
    ...addressOptions(),
    refreshOption(),
    new Option(
      '--accept [addresses...]',
      'write what is live into the document: all, or ADDRESS, or ADDRESS.field',
    ),
    new Option('--yes', 'with --accept: do not ask'),
  ],
  examples: [
    ['what somebody changed since the last apply', 'adsync drift'],
    ['exit code 2 where there is drift, for a schedule', 'adsync drift --detailed-exitcode'],
    ['write it into the document', 'adsync drift --accept'],
  ],
  schema: z.object({
    format: z.enum(driftFormats),
    out: z.string().optional(),
    unmanaged: z.boolean().default(false),
    blame: z.boolean().default(false),
    detailedExitcode: z.boolean().default(false),
    target: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
    accept: z.union([z.literal(true), z.array(z.string())]).optional(),
    yes: z.boolean().default(false),
    refresh: refreshSchema,
  }),
  run: async (context, args, options) => {
    const { documentPaths } = await import('../../runs/document-paths.ts');
    const { withDrift } = await import('../../runs/drift.ts');
    const { runOf } = await import('../terminal-run.ts');
    const { accept, yes } = options;
    const paths = await documentPaths(args, context.io.cwd);
    const request = {
      paths,
      targets: options.target,
      excludes: options.exclude,
      listUnmanaged: options.unmanaged,
      nameActors: options.blame && accept === undefined,
      // What is written into the document is read now.
      refresh: accept === undefined ? options.refresh : undefined,
    };
    return await withDrift(runOf(context), request, async (session, drift) => {
      if (accept !== undefined) {
        const { acceptOnTerminal } = await import('../accept-drift.ts');
        const addresses = accept === true ? [] : accept;
        return await acceptOnTerminal(context, session, drift, { paths, addresses, yes });
      }
      const { writeDrift } = await import('../write-drift.ts');
      await writeDrift(context, drift.report, options);
      return options.detailedExitcode && !drift.report.in_sync ? 2 : 0;
    });
  },
});
