import { printable } from '../diagnostics/display-text.ts';
import type { AudienceEstimate, Criterion } from '../schemas/audience-estimate.ts';
import type { Sheet, SheetValue } from './sheet.ts';
import { tableLines } from './table-lines.ts';

/** How many people targeting reaches, about: a row for each line item. */
export function estimatesSheet(estimates: readonly AudienceEstimate[]): Sheet {
  return {
    text: (width) => estimatesText(estimates, width),
    grid: () => [gridNames, ...estimates.map(gridRow)],
    records: estimates.map(recordOf),
  };
}

function estimatesText(estimates: readonly AudienceEstimate[], width: number): string {
  const rows = estimates.map((estimate) => [
    nameOf(estimate),
    peopleIn(estimate),
    estimate.criteria.length.toLocaleString('en-US'),
  ]);
  const table = tableLines(
    [['line item', 'people, about', 'criteria'], ...rows].map((row) => row.map(printable)),
    { width, indent: 0 },
  );
  const left = estimates.flatMap((estimate) =>
    estimate.leftOut.map(
      (each) => `${nameOf(estimate)}: without ${criterionText(each)}, for ${each.reason}.`,
    ),
  );
  const problems = estimates.flatMap(({ problem }) => (problem === undefined ? [] : [problem.message]));
  const remarks = [...new Set([...left, ...problems.map((problem) => `No estimate: ${problem}.`)])];
  return [...table, ...(remarks.length === 0 ? [] : ['']), ...remarks.map(printable), ''].join('\n');
}

function nameOf({ name, accountKey, accountId }: AudienceEstimate): string {
  return name ?? `targeting in ${accountKey ?? accountId}`;
}

function peopleIn({ size }: AudienceEstimate): string {
  if (size === undefined) return 'no estimate';
  const [least, greatest] = [size.least, size.greatest].map((count) => count.toLocaleString('en-US'));
  return least === greatest ? `${least}` : `${least} to ${greatest}`;
}

/** `LOCATION:EQ:96683cc9126741d1`, as addresses have it. */
function criterionText({ type, operator, value }: Criterion): string {
  return `${type}:${operator}:${value}`;
}

function recordOf({ name, accountId, size, criteria, leftOut, problem }: AudienceEstimate): SheetValue {
  return {
    line_item: name ?? null,
    account_id: accountId,
    least: size?.least ?? null,
    greatest: size?.greatest ?? null,
    criteria: criteria.map(({ type, operator, value }) => ({ type, operator, value })),
    left_out: leftOut.map(({ type, operator, value, reason }) => ({ type, operator, value, reason })),
    problem: problem?.message ?? null,
  };
}

const gridNames = ['line_item', 'account_id', 'least', 'greatest', 'criteria', 'left_out', 'problem'];

function gridRow({ name, accountId, size, criteria, leftOut, problem }: AudienceEstimate): readonly string[] {
  return [
    name ?? '',
    accountId,
    String(size?.least ?? ''),
    String(size?.greatest ?? ''),
    criteria.map(criterionText).join(' '),
    leftOut.map(criterionText).join(' '),
    problem?.message ?? '',
  ];
}
