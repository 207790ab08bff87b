import { everyUnprintable, printable } from '../diagnostics/display-text.ts';
import { accountKeyOf } from '../schemas/address.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import { type DriftRow, driftRemark, driftRows, driftTitles } from './drift-rows.ts';

/**
 * The drift report as JUnit XML, for the test view of a pipeline: a suite for each account, a case for each resource;
 * modified and missing ones fail, unchecked ones are skipped. Well-formed for any text: what XML 1.0 cannot hold, or a
 * terminal would obey, becomes `�`.
 */
export function driftJunit(report: DriftReport): string {
  const { modified, missing, unchecked } = report.summary;
  const suites = [...Map.groupBy(driftRows(report), ({ resource }) => accountKeyOf(resource.address))];
  const totals = counts(report.resources.length, modified + missing, unchecked);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="adsync drift" ${totals}>`,
    ...suites.flatMap(([account, rows]) => suite(account, rows, report.created_at)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(account: string, rows: readonly DriftRow[], at: string): readonly string[] {
  const failed = rows.filter(({ resource: { status } }) => status === 'modified' || status === 'missing');
  const skipped = rows.filter(({ state }) => state === 'unchecked');
  const numbers = counts(rows.length, failed.length, skipped.length);
  return [
    `  <testsuite name="${escaped(account)}" ${numbers} timestamp="${escaped(at)}">`,
    ...rows.flatMap((row) => testcase(account, row)),
    '  </testsuite>',
  ];
}

function counts(tests: number, failures: number, skipped: number): string {
  return `tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`;
}

function testcase(account: string, row: DriftRow): readonly string[] {
  const { address, kind, source, status } = row.resource;
  const place = source === null ? '' : ` file="${escaped(source.file)}" line="${source.line}"`;
  const className = `${account}.${kindNamed(kind).name}`;
  const open = `    <testcase classname="${escaped(className)}" name="${escaped(address)}"${place} time="0"`;
  const said = escaped(`${driftTitles[row.state]}: ${driftRemark(row)}`);
  if (status === 'in_sync') return [`${open}/>`];
  if (status === 'unchecked') return [`${open}>`, `      <skipped message="${said}"/>`, '    </testcase>'];
  return [
    `${open}>`,
    `      <failure type="${status}" message="${said}">${escapedText(details(row))}</failure>`,
    '    </testcase>',
  ];
}

function details(row: DriftRow): string {
  const fields = row.fields.map(
    ({ name, declared, isDeclared, applied, live }) =>
      `${name}: ${isDeclared ? `declared ${declared}` : declared}; last applied ${applied}; live ${live}`,
  );
  return [printable(row.resource.name), driftRemark(row), ...fields].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an attribute, where a line break survives only as a reference. */
function escaped(text: string): string {
  return escapedText(text).replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

function escapedText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�')
    .replace(everyUnprintable, (mark) => (/[\t\n\r]/.test(mark) ? mark : '�'))
    .replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
