import { everyUnprintable, printable } from '../diagnostics/display-text.ts';
import type { DriftRow, DriftView } from './view/drift-view.ts';

/**
 * The drift report as JUnit XML, for the test view of a pipeline: a suite for each account, a case for each resource;
 * modified and missing ones fail, unchecked ones are skipped. Well-formed for any text: what XML 1.0 cannot hold, or a
 * terminal would obey, becomes `�`.
 */
export function driftJunit({ rows, readAt, summary }: DriftView): string {
  const { modified, missing, unchecked } = summary;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="adsync drift" ${counts(rows.length, modified + missing, unchecked)}>`,
    ...[...Map.groupBy(rows, ({ account }) => account)].flatMap(([account, own]) =>
      suite(account, own, readAt),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(account: string, rows: readonly DriftRow[], at: string): readonly string[] {
  const failed = rows.filter(({ isChanged }) => isChanged);
  const skipped = rows.filter(({ state }) => state === 'unchecked');
  const numbers = counts(rows.length, failed.length, skipped.length);
  return [
    `  <testsuite name="${escaped(account)}" ${numbers} timestamp="${escaped(at)}">`,
    ...rows.flatMap((row) => testcase(row)),
    '  </testsuite>',
  ];
}

function counts(tests: number, failures: number, skipped: number): string {
  return `tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`;
}

function testcase({
  account,
  address,
  kind,
  name,
  source,
  status,
  title,
  remark,
  fields,
}: DriftRow): readonly string[] {
  const place = source === null ? '' : ` file="${escaped(source.file)}" line="${source.line}"`;
  const open = `    <testcase classname="${escaped(`${account}.${kind}`)}" name="${escaped(address)}"${place} time="0"`;
  const said = escaped(`${title}: ${remark}`);
  if (status === 'in_sync') return [`${open}/>`];
  if (status === 'unchecked') return [`${open}>`, `      <skipped message="${said}"/>`, '    </testcase>'];
  const details = [printable(name), remark, ...fields.map(({ sentence }) => sentence)].join('\n');
  return [
    `${open}>`,
    `      <failure type="${status}" message="${said}">${escapedText(details)}</failure>`,
    '    </testcase>',
  ];
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
