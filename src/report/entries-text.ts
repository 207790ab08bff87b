import { printable } from '../diagnostics/display-text.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { folderPrefix } from '../schemas/home.ts';
import type { KnownAccount } from '../schemas/known-account.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { RememberedPolicy, StateEntry } from '../schemas/state-entry.ts';
import { documentName, showValue } from './show-value.ts';
import { tableLines } from './table-lines.ts';
import { padTo, widestOf } from './text-width.ts';

/**
 * Entries of the state, one a line where the page is wide enough: address, kind, id. Ends with a line feed; says so where
 * there are none.
 */
export function entriesText(entries: readonly StateEntry[], width: number): string {
  if (entries.length === 0) return 'The state is empty.\n';
  const rows = entries.map(({ address, kind, id }) => [address, kind, id].map(printable));
  return tableLines(rows, { width, indent: 0 })
    .map((line) => `${line}\n`)
    .join('');
}

/** One entry of the state, with the values as last applied. Ends with a line feed. */
export function entryText(entry: StateEntry): string {
  const facts: readonly (readonly [string, string])[] = [
    ['address', entry.address],
    ['kind', kindNamed(entry.kind).title],
    ['id', entry.id],
    ['account', `${entry.accountKey} (${entry.accountId})`],
    ['origin', entry.origin],
    ...projectFacts(entry),
    ['file', entry.file],
    ['prevent_destroy', String(entry.preventDestroy)],
  ];
  return `${table(facts.map((fact) => fact.map(printable)))}${appliedText(entry)}`;
}

/**
 * What the state knows of an account: where it is, how much of it adsync has, which stops stand over it, the settings
 * that were last applied, if the document gave any, and the policy of the last apply. Ends with a line feed.
 */
export function accountText(account: KnownAccount, entry: StateEntry | undefined): string {
  const { address, kind, id, origin, host, sandbox, resources, stops, policy } = account;
  const facts: readonly (readonly [string, string])[] = [
    ['address', address],
    ['kind', kindNamed(kind).title],
    ['id', id],
    ['platform', `${host}${sandbox === undefined ? '' : ` (sandbox ${sandbox})`}`],
    ['origin', `${origin}: adsync neither made it nor deletes it`],
    ['resources', `${resources.toLocaleString('en-US')} in the state`],
    ...(entry === undefined ? [] : [...projectFacts(entry), ['file', entry.file] as const]),
    ...stops.map((stop) => ['stopped', `by ${describeStop(stop)}`] as const),
  ];
  return [
    table(facts.map((fact) => fact.map(printable))),
    entry === undefined ? '' : appliedText(entry),
    policy === undefined ? '' : policyText(policy),
  ].join('');
}

/** The values of an entry as last applied. */
function appliedText(entry: StateEntry): string {
  const kind = kindNamed(entry.kind);
  const currency = typeof entry.answered['currency'] === 'string' ? entry.answered['currency'] : null;
  const tableOf = (values: StateEntry['answered']): string =>
    table(
      Object.entries(values).map(([wire, value]) => [
        `  ${documentName(kind, wire)}`,
        showValue(kind, wire, value, currency),
      ]),
    );
  const remembered = entry.noLongerManaged?.answered;
  return [
    `last applied\n${tableOf(entry.answered)}`,
    remembered === undefined ? '' : `no longer managed, as last applied\n${tableOf(remembered)}`,
  ].join('');
}

/** The policy that an account was applied with last, as the document wrote it. */
function policyText(policy: RememberedPolicy['policy']): string {
  const rules = Object.entries(policy).map(([rule, value]) => [
    `  ${printable(rule)}`,
    printable(typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  return `policy of the last apply\n${rules.length === 0 ? '  none\n' : table(rules)}`;
}

/** The project, unless it is only the folder of this machine that holds the file. */
function projectFacts({ project = folderPrefix }: StateEntry): readonly (readonly [string, string])[] {
  return project.startsWith(folderPrefix) ? [] : [['project', project]];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => widestOf(rows.map((row) => row[column] ?? '')));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => padTo(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
