/** The most characters of a comment that hosts take. */
const longest = 65_000;

/**
 * The hidden first line by which a use of adsync finds its own comments again.
 * @param {string} name @param {'plan' | 'drift'} about
 */
export function markOf(name, about) {
  return `<!-- adsync ${about} ${name} -->`;
}

/**
 * A comment: hidden marks in the first two lines, then what people read. Without an effect nothing can be approved.
 * @param {{ mark: string, effect?: string | undefined, head?: string | undefined, base?: string, body: string }} parts
 *   `base`: the branch that the request is to be merged into
 */
export function commentText({ mark, effect, head, base = '', body }) {
  const bound =
    effect === undefined || head === undefined
      ? []
      : [`<!-- effect ${effect} head ${head} base ${encodeURIComponent(base)} -->`];
  return [mark, ...bound, body].join('\n');
}

/**
 * The effect that a comment binds an approval to, and the commit and the base branch that it was planned for. Only the second line counts:
 * further down stand names that anybody may choose.
 * @param {string} text @param {string} mark
 * @returns {{ effect: string, head: string, base: string } | undefined}
 */
export function boundEffect(text, mark) {
  const [first, second = ''] = text.split(/\r?\n/, 2);
  if (first !== mark) return undefined;
  const found = /^<!-- effect (sha256:[0-9a-f]{64}) head ([0-9a-f]{40,64}) base (\S+) -->$/.exec(second);
  if (found === null) return undefined;
  const [, effect = '', head = '', base = ''] = found;
  return { effect, head, base: decodeURIComponent(base) };
}

/** @param {string} text @param {string} mark */
export function hasMark(text, mark) {
  return text.split(/\r?\n/, 1)[0] === mark;
}

/**
 * A title and what a program printed, as Markdown in which nothing of the output is obeyed.
 * @param {string} title @param {string} output
 */
export function outputMarkdown(title, output) {
  const shown = output.trimEnd();
  const clipped =
    shown.length > longest / 2 ? `${shown.slice(0, longest / 2)}\n… the rest stands in the log` : shown;
  const runs = (clipped.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return [`### ${title}`, '', `${fence}text`, clipped, fence, ''].join('\n');
}

/** The text of the heading that Markdown begins with. @param {string} markdown */
export function titleOf(markdown) {
  return (markdown.split('\n', 1)[0] ?? '').replace(/^#+ /, '');
}
