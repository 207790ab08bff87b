import type { ApplyEvent } from '../appliers/apply-event.ts';
import type { Cause } from '../appliers/apply-result.ts';
import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { jsonText } from '../diagnostics/json-text.ts';
import type { Change } from '../schemas/plan.ts';
import { recordText } from './record-text.ts';
import { type Style, strongly } from './style.ts';
import { shortenAddress } from './text-width.ts';

type ChangeEvent = Extract<ApplyEvent, { readonly address: string }>;

/** An event as a line of JSON, with its line feed. */
export function eventJson(event: ApplyEvent): string {
  return `${jsonText(event)}\n`;
}

export interface EventTextOptions {
  readonly style: Style;
  /** Columns of the page; without end where it is none. */
  readonly width: number;
  readonly frameAt: (source: Change['source']) => readonly string[];
  /** What took effect in full, counted as the plan counts it; asked for once all is done. */
  readonly counts: () => string;
}

/**
 * What a person wants to know of an event, each line ending in a line feed; empty for what is of no interest. A failure
 * is shown at its place in the document, whose source lines `frameAt` gives.
 */
export function eventText(event: ApplyEvent, { style, width, frameAt, counts }: EventTextOptions): string {
  if (event.type === 'change_applied') {
    const id = event.id === null ? '' : `  ${printable(event.id)}`;
    const address = shortenAddress(printable(event.address), width - verbOf(event).length - id.length - 3);
    const along = (event.others_along ?? []).map((each) =>
      indented(`along with ${recordText(each)}, not managed by this plan`),
    );
    return joined([`${strongly(style, 'green', '✓')} ${verbOf(event)} ${address}${id}`, ...along]);
  }
  if (event.type === 'change_failed' || event.type === 'change_unknown') {
    const [sign, word] = event.type === 'change_failed' ? ['✗', 'failed'] : ['?', 'outcome unknown'];
    const said = `${subject(event)}  ${halfDone(event)}${word}: ${printable(event.cause.message)}`;
    return joined([`${strongly(style, 'red', sign)} ${said}`, ...details(event, frameAt)]);
  }
  if (event.type === 'change_skipped') {
    // After an interrupt the closing words name what is left.
    if (event.cause.code === 'INTERRUPTED') return '';
    return joined([
      `${strongly(style, 'cyan', '-')} ${subject(event)}  ${halfDone(event)}${whySkipped(event.cause)}`,
    ]);
  }
  if (event.type === 'waiting') {
    return joined([`Waiting until ${event.until.slice(11, 19)} UTC: ${printable(event.reason)}`]);
  }
  return event.type === 'summary' ? joined(['', style('bold', closing(event, counts()))]) : '';
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function subject(event: ChangeEvent): string {
  return `${verbOf(event)} ${printable(event.address)}`;
}

/** The word that the plan has for it too. A request that no change stands for pauses something on the way. */
function verbOf(event: ChangeEvent): string {
  const { action, status_change: flip } = event;
  if ('no_longer_managed' in event) return 'stop managing fields of';
  return (flip ?? action ?? 'prepare').padEnd(8);
}

/** A campaign that was created and could not be activated is there, PAUSED: not skipped as if it had never been begun. */
function halfDone({ done }: Extract<ChangeEvent, { readonly done: unknown }>): string {
  if (done.length === 0) return '';
  return done.includes('Create') ? 'created and left PAUSED; the rest ' : 'begun; the rest ';
}

function whySkipped({ message }: Cause): string {
  return printable(message.startsWith('skipped ') ? message : `skipped: ${message}`);
}

function details(
  { source, cause }: Extract<ChangeEvent, { readonly cause: Cause }>,
  frameAt: (source: Change['source']) => readonly string[],
): readonly string[] {
  const said = (cause.platform ?? []).map(
    ({ code, message, parameter }) =>
      `the platform said ${code}: ${message}${parameter === null ? '' : ` (${parameter})`}`,
  );
  const candidates = (cause.candidates ?? []).map((id) => `it may be ${id}`);
  const place = source === null ? [] : [`at ${source.file}:${source.line}:${source.column}`];
  const request = cause.path === undefined ? [] : [`request ${cause.path}`];
  return [
    ...place.map(indented),
    ...frameAt(source).map((line) => `  ${line}`),
    ...[...said, ...request, ...candidates].map(indented),
  ];
}

function indented(line: string): string {
  return `    ${printable(line)}`;
}

function closing(
  { failed, skipped, unknown, requests, reads, seconds }: Extract<ApplyEvent, { type: 'summary' }>,
  counts: string,
): string {
  const others = (
    [
      [failed, 'failed'],
      [skipped, 'skipped'],
      [unknown, 'of unknown outcome'],
    ] as const
  ).flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  // A plan counts what it sends; what apply reads to be sure of what became of that is counted beside it.
  const sent = `sent ${counted(requests - reads, 'request')}`;
  const read = reads === 0 ? '' : `, and ${reads} more to read,`;
  const applied = `${others.length === 0 ? 'Applied' : 'Applied in full'}: ${counts}`;
  const left = others.length === 0 ? [] : [others.join(', ')];
  return `${[applied, ...left, `${sent}${read} in ${seconds.toFixed(1)} s`].join('; ')}.`;
}
