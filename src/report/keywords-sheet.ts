import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { KeywordInsights } from '../schemas/keyword-insights.ts';
import type { Sheet } from './sheet.ts';
import { tableLines } from './table-lines.ts';

/** Posts with keywords: a line of bars and a row for each period, and the related keywords. */
export function keywordsSheet(insights: KeywordInsights): Sheet {
  const { keywords, without, granularity, country, from, to, volume, related } = insights;
  return {
    text: (width) => keywordsText(insights, width),
    grid: () => [['start_time', 'posts'], ...volume.map(({ at, posts }) => [at, String(posts)])],
    records: [
      {
        keywords,
        negative_keywords: without,
        granularity,
        location: country ?? null,
        start_time: from,
        end_time: to,
        volume: volume.map(({ at, posts }) => ({ start_time: at, posts })),
        related_keywords: related,
      },
    ],
  };
}

function keywordsText(
  { keywords, without, granularity, country, volume, related }: KeywordInsights,
  width: number,
): string {
  const posts = volume.map((each) => each.posts);
  const all = posts.reduce((sum, each) => sum + each, 0);
  const title = [
    keywords.join(', '),
    without.length === 0 ? '' : `without ${without.join(', ')}`,
    country === undefined ? '' : `in ${country}`,
  ];
  const rows = volume.map((each) => [
    granularity === 'DAY' ? each.at.slice(0, 10) : each.at.slice(0, 16).replace('T', ' '),
    each.posts.toLocaleString('en-US'),
  ]);
  const lines = [
    title.filter((part) => part !== '').join('; '),
    `${sparkline(posts)}  ${counted(all, 'post')} in ${counted(volume.length, granularity.toLowerCase())}`,
    '',
    ...tableLines([[granularity.toLowerCase(), 'posts'], ...rows], { width, indent: 0 }),
    ...(related.length === 0 ? [] : ['', `Related: ${related.join(', ')}`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const bars = '▁▂▃▄▅▆▇█';

/** A bar for each number, the greatest in full height. */
function sparkline(numbers: readonly number[]): string {
  const most = Math.max(1, ...numbers);
  return numbers.map((each) => bars.charAt(Math.round((each / most) * (bars.length - 1)))).join('');
}
