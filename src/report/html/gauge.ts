import { type Html, html, verbatim } from './html.ts';

/** One quantity on a bar; amounts in one unit. */
export interface Gauge {
  /** What it is after the plan, or live. */
  readonly now: number;
  /** What it was before the plan, or as last applied. */
  readonly before: number;
  /** The highest on the way, where that is known. */
  readonly peak?: number;
  /** What it may be at most, where that is set. */
  readonly limit: number | null;
}

const [width, height] = [360, 16];

/** A bar as SVG. The words beside it say the same: it is hidden from those who hear the page. */
export function gauge({ now, before, peak = now, limit }: Gauge): Html {
  const most = Math.max(now, before, peak, limit ?? 0, 1);
  // A little room at the end, so that a limit at the end of the bar is seen.
  const at = (amount: number): number => Math.round((Math.max(0, amount) / most) * (width - 4) * 10) / 10;
  const over = limit !== null && now > limit ? ' over' : '';
  return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
<rect class="track" x="0.5" y="3.5" width="${width - 1}" height="9" rx="2"/>
<rect class="way" x="0" y="3" width="${verbatim(String(at(peak)))}" height="10" rx="2"/>
<rect class="bar${over}" x="0" y="3" width="${verbatim(String(at(now)))}" height="10" rx="2"/>
${line('mark', at(before))}${limit === null ? '' : line('limit', at(limit))}</svg>`;
}

function line(name: 'mark' | 'limit', at: number): Html {
  const x = verbatim(String(Math.max(1, at)));
  return html`<line class="${name}" x1="${x}" x2="${x}" y1="0" y2="${height}"/>`;
}

/** What the parts of the bars mean. */
export function gaugeKey(words: {
  readonly now: string;
  readonly before: string;
  readonly peak?: string;
  readonly limit: string;
  /** Of the outline in a chart of days, where there is one. */
  readonly outline?: string;
}): Html {
  return html`<p class="key">
${sample(html`<rect class="bar" x="0" y="2" width="22" height="8" rx="2"/>`, words.now)}
${words.peak === undefined ? '' : sample(html`<rect class="way" x="0" y="2" width="22" height="8" rx="2"/>`, words.peak)}
${sample(html`<line class="mark" x1="11" x2="11" y1="0" y2="12"/>`, words.before)}
${sample(html`<line class="limit" x1="11" x2="11" y1="0" y2="12"/>`, words.limit)}
${words.outline === undefined ? '' : sample(html`<path class="days-before" d="M2 11V3H12V7H20V11"/>`, words.outline)}
</p>`;
}

function sample(part: Html, word: string): Html {
  return html`<span><svg viewBox="0 0 22 12" aria-hidden="true" focusable="false">${part}</svg>${word}</span>`;
}
