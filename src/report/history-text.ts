import { printable } from '../diagnostics/display-text.ts';
import type { HistoryChange, HistoryRun } from '../schemas/history.ts';
import { isKindName, kindNamed } from '../schemas/registry.ts';
import { documentName } from './show-value.ts';
import { tableLines } from './table-lines.ts';

/**
 * The history of a state, the oldest run first: a line about each run, and one for each change
 * where the page is wide enough. Ends with a line feed.
 */
export function historyText(runs: readonly HistoryRun[], width: number): string {
  if (runs.length === 0) return 'The history is empty.\n';
  return runs.map((run) => runText(run, width)).join('\n');
}

function runText(run: HistoryRun, width: number): string {
  const who = `${printable(run.user)}@${printable(run.machine)}, process ${run.pid}`;
  const account = run.account_key === null ? run.account_id : `${run.account_key} (${run.account_id})`;
  const lines = [
    `${shortTime(run.started_at)}  ${run.command} of ${printable(account)} by ${who}`,
    ...(run.document === null ? [] : [`  document ${run.document}`]),
    ...run.consents.map(
      ({ consent, address }) => `  agreed to --${printable(consent)} ${printable(address)}`,
    ),
    ...changeLines(run.changes, width),
    ...(run.ended_because === null ? [] : [`  ended early: ${printable(run.ended_because)}`]),
    ...(run.ended_at === null ? ['  it did not say that it ended'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function changeLines(changes: readonly HistoryChange[], width: number): readonly string[] {
  if (changes.length === 0) return ['  changed nothing'];
  const rows = changes.map((change) => [
    printable(change.action),
    printable(change.address ?? ''),
    outcomeWords[change.outcome],
    [fieldNames(change), change.detail === null ? '' : printable(change.detail)]
      .filter((part) => part !== '')
      .join('; '),
  ]);
  return tableLines(rows, { width, indent: 2 });
}

const outcomeWords: Readonly<Record<HistoryChange['outcome'], string>> = {
  applied: 'applied',
  refused: 'refused by the platform',
  not_sent: 'not sent',
  absent: 'did not take effect',
  found: 'took effect, found by reading',
  open: 'outcome not known yet',
  recorded: '',
};

/** The names as the document has them. */
function fieldNames({ kind, fields }: HistoryChange): string {
  const known = kind !== null && isKindName(kind) ? kindNamed(kind) : undefined;
  return fields.map((wire) => (known === undefined ? printable(wire) : documentName(known, wire))).join(', ');
}

/** `2026-11-20 16:05:12Z`. */
function shortTime(iso: string): string {
  return iso.replace('T', ' ');
}
