import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApplyEvent } from '../appliers/apply-event.ts';
import { codeFrame } from '../diagnostics/code-frame.ts';
import { eventJson, eventText } from '../report/apply-events.ts';
import { pageWidth } from '../report/layout.ts';
import { appliedCountsText } from '../report/view/change-counts.ts';
import type { Source } from '../schemas/desired.ts';
import { type Plan, planFormatVersion } from '../schemas/plan.ts';
import { type Context, print } from './context.ts';
import { logJson } from './log.ts';

/** Writes what an apply tells. */
export interface EventWriter {
  /** Is told of the plan before any of its changes. */
  begin(plan: Plan): void;
  emit(event: ApplyEvent): void;
}

/**
 * Writes the events of an apply: for programs one JSON object a line on standard output, the version at once; for people
 * what became of each change on standard output, and waits on standard error.
 */
export function eventWriter(context: Context, json: boolean): EventWriter {
  return json ? jsonWriter(context) : textWriter(context);
}

function jsonWriter({ io, version }: Context): EventWriter {
  const first = { type: 'version', adsync_version: version, format_version: planFormatVersion } as const;
  io.stdout.write(eventJson(first));
  return {
    begin: () => undefined,
    emit: (event) => {
      if (event.type !== 'version') io.stdout.write(eventJson(event));
    },
  };
}

function textWriter(context: Context): EventWriter {
  const { io, style, globals } = context;
  let changes: Plan['changes'] = [];
  const applied = new Set<string>();
  return {
    begin: (plan) => {
      ({ changes } = plan);
    },
    emit: (event) => {
      if (event.type === 'change_applied') applied.add(event.address);
      const text = eventText(event, {
        style,
        width: pageWidth(io.stdout),
        frameAt: (source) => frameAt(context, source),
        counts: () => appliedCountsText({ changes }, applied),
      });
      if (text === '') return;
      if (event.type !== 'waiting') print(context, text);
      else if (!globals.quiet && !logJson(context, 'info', { message: text.trimEnd(), ...event }))
        print(context, text, 'stderr');
    },
  };
}

/** The lines that show a place of the document; none where the file is gone by now. */
function frameAt({ io }: Context, source: Source | null): readonly string[] {
  if (source === null) return [];
  try {
    const file = resolve(io.cwd, source.file);
    // A saved plan may name anything: reading a pipe would stop the process, signals and all.
    if (!statSync(file).isFile()) return [];
    const text = readFileSync(file, 'utf8');
    // The report indents the lines by two columns.
    return codeFrame(text, source.line, source.column, pageWidth(io.stdout) - 2);
  } catch {
    return [];
  }
}
