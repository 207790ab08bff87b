/** Text in one tone, from a column on; columns count from 0. */
interface Run {
  readonly column: number;
  readonly text: string;
  readonly tones: readonly string[];
}

const sequenceStart = '\u001b[';
// The sequences of Select Graphic Rendition that the reports use (ECMA-48, section 8.3.117).
const tones: Readonly<Record<string, string>> = {
  '1': 'bold',
  '31': 'red',
  '32': 'green',
  '36': 'cyan',
};
const closes: Readonly<Record<string, readonly string[]>> = {
  '0': Object.values(tones),
  '22': ['bold'],
  '39': ['red', 'green', 'cyan'],
};

// Of the fonts that terminals use, a letter is 0.6 as wide as it is high.
const size = 14;
const columnWidth = 8.4;
const lineHeight = 20;
const margin = 20;

/**
 * A picture of what a terminal shows: SVG, light or dark as its reader likes it, whose text can be selected and found.
 * Takes the title and the lines with their colour sequences.
 */
export function terminalSvg(title: string, lines: readonly string[]): string {
  const rows = lines.map(runsOf);
  const columns = Math.max(...rows.flat().map(({ column, text }) => column + glyphCount(text)));
  const width = Math.ceil(columns * columnWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin - (lineHeight - size);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    style,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...rows.flatMap((runs, line) => rowSvg(runs, margin + size + line * lineHeight - 2)),
    '</svg>',
  ].join('\n')}\n`;
}

const style = `<style>
rect { fill: #ffffff; stroke: #d0d7de }
text { fill: #1f2328; font: ${size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; white-space: pre }
.bold { font-weight: 700 }
.red { fill: #c0202c }
.green { fill: #116b2c }
.cyan { fill: #0a5f8a }
@media (prefers-color-scheme: dark) {
  rect { fill: #0d1117; stroke: #3d444d }
  text { fill: #e6edf3 }
  .red { fill: #ff7b72 }
  .green { fill: #56d364 }
  .cyan { fill: #79c0ff }
}
</style>`;

function rowSvg(runs: readonly Run[], y: number): readonly string[] {
  if (runs.length === 0) return [];
  let end = 0;
  const spans = runs.map(({ column, text, tones: names }) => {
    // Spaces are not seen, but copied.
    const gap = ' '.repeat(column - end);
    end = column + glyphCount(text);
    const x = round(margin + column * columnWidth);
    // Whatever font the reader has, each run takes the room that it takes in a terminal.
    const length = round(glyphCount(text) * columnWidth);
    const tone = names.length === 0 ? '' : ` class="${names.join(' ')}"`;
    return `${gap}<tspan x="${x}" textLength="${length}"${tone}>${escapeText(text)}</tspan>`;
  });
  return [`<text y="${y}" xml:space="preserve">${spans.join('')}</text>`];
}

function runsOf(line: string): readonly Run[] {
  const [plain = '', ...coloured] = line.split(sequenceStart);
  const runs: Run[] = [];
  let current: readonly string[] = [];
  let column = addRuns(runs, plain, 0, current);
  for (const part of coloured) {
    const [code = ''] = part.split('m', 1);
    current = tonesAfter(current, code);
    column = addRuns(runs, part.slice(code.length + 1), column, current);
  }
  return runs;
}

/** Adds the runs of a text that stands from a column on, and gives the column after it. */
function addRuns(runs: Run[], part: string, from: number, current: readonly string[]): number {
  let column = from;
  for (const text of part.match(/ *\S+(?: \S+)*/g) ?? []) {
    const indent = text.length - text.trimStart().length;
    runs.push({ column: column + indent, text: text.trimStart(), tones: current });
    column += glyphCount(text);
  }
  return column + part.length - part.trimEnd().length;
}

function tonesAfter(current: readonly string[], code: string): readonly string[] {
  const closed = closes[code] ?? [];
  const opened = tones[code];
  const kept = current.filter((tone) => !closed.includes(tone));
  return opened === undefined ? kept : [...kept, opened];
}

function glyphCount(text: string): number {
  return Array.from(text).length;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
