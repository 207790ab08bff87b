import type { Result } from './compare.ts';

const labelWidth = 130;
const barWidth = 420;
const valueWidth = 130;
const rowHeight = 30;
const barHeight = 16;

/** Wall time of each side as bars with their spread; an SVG that is readable on light and on dark ground. */
export function chartOf({ name, sides }: Result): string {
  const longest = Math.max(...sides.map(({ costs }) => costs.wall.max));
  const width = labelWidth + barWidth + valueWidth;
  const height = sides.length * rowHeight + 8;
  const rows = sides.map(({ name: side, costs: { wall } }, at) => {
    const x = (seconds: number): string => (labelWidth + (seconds / longest) * barWidth).toFixed(1);
    const top = 4 + at * rowHeight;
    const middle = top + barHeight / 2;
    return [
      `<text x="${labelWidth - 10}" y="${middle + 5}" text-anchor="end">${side}</text>`,
      `<rect x="${labelWidth}" y="${top}" width="${((wall.median / longest) * barWidth).toFixed(1)}" height="${barHeight}" fill="${at === 0 ? '#2f81f7' : '#8b949e'}"/>`,
      `<path d="M${x(wall.min)} ${middle}H${x(wall.max)}" stroke="#d29922" stroke-width="2"/>`,
      `<text x="${labelWidth + barWidth + 10}" y="${middle + 5}">${wall.median.toFixed(2)} s</text>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${name}</title>
<style>text{font:13px sans-serif;fill:#6e7681}</style>
${rows.join('\n')}
</svg>
`;
}
