/** What of a Markdown text would be obeyed by those who render it. */
export interface MarkdownShape {
  /** Folds that are open at the end. */
  readonly openFolds: number;
  readonly openFence: boolean;
  /** Prose and tables with all code taken out: what was written by us alone. */
  readonly prose: string;
  /** Cells of each table row, and those of the head of its table. */
  readonly rows: readonly { readonly cells: number; readonly head: number }[];
}

/** Reads Markdown as its renderers do, as far as folds, fences, code and tables go. */
export function markdownShape(text: string): MarkdownShape {
  let fence: string | undefined;
  let openFolds = 0;
  let head = 0;
  const prose: string[] = [];
  const rows: { cells: number; head: number }[] = [];
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const mark = /^ {0,3}(`{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      if (mark !== null && (mark[1]?.length ?? 0) >= fence.length && mark[2]?.trim() === '')
        fence = undefined;
      continue;
    }
    if (mark !== null && mark[2]?.includes('`') === false) {
      fence = mark[1];
      continue;
    }
    if (line.startsWith('|')) {
      const cells = line.replace(/\\\|/g, '').split('|').length;
      if (head === 0) head = cells;
      rows.push({ cells, head });
    } else head = 0;
    const bare = withoutCode(line);
    openFolds += bare.split('<details>').length - bare.split('</details>').length;
    prose.push(bare);
  }
  return { openFolds, openFence: fence !== undefined, prose: prose.join('\n'), rows };
}

// Backticks open code that ends at an equal run; <code> holds entities only.
function withoutCode(line: string): string {
  return line
    .replace(/<code>(?:&#\d+;|[^<>&`@|*_[\]\\])*<\/code>/g, '')
    .replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '');
}
