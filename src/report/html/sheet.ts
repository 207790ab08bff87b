/** The looks of the reports: one sheet, light and dark by what the reader's system prefers, and for paper. */
export const sheet = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f9, #0f141b);
  --sheet: light-dark(#ffffff, #182029);
  --raised: light-dark(#eef2f7, #212b37);
  --line: light-dark(#d5dce5, #303c4a);
  --edge: light-dark(#768394, #7d8c9e);
  --text: light-dark(#17202b, #e8edf3);
  --quiet: light-dark(#51606f, #a5b2c1);
  --accent: light-dark(#0b5cad, #7cbcff);
  --good: light-dark(#176b39, #6fd598);
  --bad: light-dark(#b3202a, #ff9a94);
  --bad-ground: light-dark(#fdeceb, #3a1c1f);
  --warn: light-dark(#7f4f00, #f3c56b);
  --warn-ground: light-dark(#fff4dc, #33280f);
  --bar: light-dark(#3f7cc0, #4f8fd6);
  --bar-over: light-dark(#c9434c, #d9636a);
  --mono: ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p { margin: 0; }
h1 { font-size: 1.57em; line-height: 1.25; }
h2 { font-size: 1.14em; }
h3 { font-size: 1em; display: inline; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font-family: var(--mono); font-size: 0.89em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; padding: 8px 12px; background: var(--sheet); z-index: 2; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header, main, footer { max-width: 1280px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 24px; }
header p { color: var(--quiet); margin-top: 4px; }
header nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 14px; }
footer { padding-top: 16px; padding-bottom: 32px; color: var(--quiet); font-size: 0.93em; }
main > section, .list { margin-top: 20px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; }
section > h2 { margin-bottom: 10px; }
.tiles { display: flex; flex-wrap: wrap; gap: 10px; padding: 0; margin: 18px 0 0; list-style: none; }
.tiles li { overflow-wrap: normal; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 8px 16px; min-width: 96px; color: var(--quiet); }
.tiles strong { display: block; font-size: 1.57em; line-height: 1.3; color: var(--text); font-variant-numeric: tabular-nums; }
.tiles .bad strong { color: var(--bad); }
.tiles .warn strong { color: var(--warn); }
.tiles .good strong { color: var(--good); }
main > section.refused { border-color: var(--bad); background: var(--bad-ground); }
.refused h2 { color: var(--bad); }
.refused ul, .plain { margin: 0; padding: 0; list-style: none; }
.refused li + li { margin-top: 12px; border-top: 1px solid var(--line); padding-top: 12px; }
.refused p { white-space: pre-wrap; }
.refused .remedy { color: var(--quiet); }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 10px; padding: 0 8px; font-size: 0.86em; line-height: 1.6; overflow-wrap: normal; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.quiet { color: var(--quiet); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; }
th { font-weight: 600; }
thead th { overflow-wrap: normal; font-size: 0.89em; color: var(--quiet); border-bottom: 1px solid var(--edge); }
tbody + tbody, .rows tr + tr { border-top: 1px solid var(--line); }
.number { font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; max-width: 360px; height: 16px; margin-top: 4px; overflow: visible; }
.track { fill: var(--raised); stroke: var(--line); }
.bar { fill: var(--bar); }
.bar.over { fill: var(--bar-over); }
.way { fill: var(--bar); opacity: .35; }
.mark { stroke: var(--text); stroke-width: 2; }
.limit { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 3 2; }
.days { height: auto; margin-top: 8px; }
.days text { color: var(--quiet); fill: currentColor; font-size: 11px; }
.days-after { fill: var(--bar); }
.days-before { fill: none; stroke: var(--text); stroke-width: 1.5; }
.days-base { stroke: var(--edge); }
.days-highest { stroke: var(--edge); stroke-dasharray: 2 2; }
.key { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 10px; color: var(--quiet); font-size: 0.89em; }
.key span { display: inline-flex; align-items: center; gap: 6px; }
.key svg { width: 22px; height: 12px; margin: 0; }
.tools { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: end; margin-bottom: 12px; }
.tools label { color: var(--quiet); font-size: 0.89em; }
.tools .search { flex: 1 1 260px; }
.tools input[type="search"], select { display: block; width: 100%; margin-top: 2px; font: inherit; font-size: 1em; color: var(--text); background: var(--sheet); border: 1px solid var(--edge); border-radius: 6px; padding: 5px 9px; min-height: 34px; }
::placeholder { color: var(--quiet); opacity: 1; }
button { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--edge); border-radius: 6px; padding: 5px 12px; min-height: 34px; cursor: pointer; }
button:hover { border-color: var(--accent); }
fieldset { border: 0; margin: 0 0 12px; padding: 0; display: flex; flex-wrap: wrap; gap: 6px; }
legend { float: left; color: var(--quiet); font-size: 0.89em; padding: 3px 6px 0 0; }
.chip { display: inline-flex; gap: 6px; align-items: center; border: 1px solid var(--edge); border-radius: 99px; padding: 2px 12px 2px 8px; min-height: 28px; cursor: pointer; font-size: 0.93em; }
.chip:has(:checked) { border-color: var(--accent); background: var(--raised); }
.chip:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.chip input { margin: 0; accent-color: var(--accent); }
#told { color: var(--quiet); margin-bottom: 8px; }
.list .more { display: block; margin: 12px auto 0; }
[hidden] { display: none !important; }
#printed { display: none; }
.chosen { background: var(--warn-ground); }
.chosen:focus { outline: 2px solid var(--accent); outline-offset: -2px; }
tbody.row, li.group, tr { scroll-margin-top: 12px; }
.what a { display: block; text-decoration: none; }
.what a:hover { text-decoration: underline; }
.what a, .what .quiet { font-weight: 400; }
.what .quiet { font-size: 0.89em; }
.below { margin-top: 8px; }
#rows.cards { table-layout: fixed; }
#rows.cards > thead th { width: 14%; }
#rows.cards > thead th:nth-child(2) { width: 28%; }
#rows.cards > thead th:nth-child(3) { width: 16%; }
.live { font-weight: 600; }
.groups { list-style: none; margin: 0; padding: 0; }
.groups > li { border-top: 1px solid var(--line); }
.groups > li:first-child { border-top: 0; }
.groups > li { position: relative; }
.members { columns: 18rem; margin: .5rem 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.anchor { position: absolute; right: 0; top: 8px; padding: 0 6px; text-decoration: none; color: var(--quiet); }
.anchor:hover, .anchor:focus-visible { color: var(--accent); }
summary { cursor: pointer; padding: 8px 300px 8px 0; }
summary h3 { margin-right: 8px; }
summary .counts span { white-space: nowrap; }
summary .counts { position: absolute; right: 32px; top: 8px; display: inline-flex; gap: 12px; font-size: 0.89em; }
summary .place { display: block; margin-left: 16px; color: var(--quiet); font-size: 0.89em; }
.inside { margin: 0 0 12px 16px; }
.lines { font-size: 0.93em; table-layout: fixed; }
.lines .why { width: 38%; }
.lines td { padding: 2px 14px 2px 0; border: 0; }
.lines .sign { font-family: var(--mono); width: 34px; white-space: nowrap; }
.lines .why { color: var(--quiet); }
.lines a { text-decoration: none; }
.lines a:hover { text-decoration: underline; }
.lines code { font-size: 0.89em; }
.d1 { padding-left: 16px !important; } .d2 { padding-left: 32px !important; } .d3 { padding-left: 48px !important; } .d4 { padding-left: 64px !important; }
.lines strong { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
@media screen and (max-width: 900px) {
  header, main, footer { padding: 0 14px; }
  header { padding-top: 16px; }
  main > section, .list { padding: 14px; }
  .tiles li { padding: 6px 12px; min-width: 0; flex: 1 1 auto; }
  .cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .cards, .cards tbody, .cards tr, .cards td, .cards th { display: block; width: auto; }
  .cards td, .cards th { padding: 2px 0; }
  .cards tbody { padding: 8px 0; }
  #rows.cards tr + tr { border-top: 1px dashed var(--line); margin-top: 4px; padding-top: 4px; }
  .cards [data-label]::before { content: attr(data-label) ": "; color: var(--quiet); font-weight: 400; }
  .cards .blank { display: none; }
  .lines, .lines tbody, .lines tr { display: block; }
  .lines tr { display: grid; grid-template-columns: 34px minmax(0, 1fr); }
  .lines .why { grid-column: 2; }
  summary { padding-right: 28px; }
  summary .counts { position: static; display: flex; flex-wrap: wrap; margin-left: 16px; gap: 2px 12px; }
  .lines .why { width: auto; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 6px; }
}
@media print {
  :root { color-scheme: light; }
  @page { margin: 14mm 12mm; }
  body { background: none; font-size: 10.5px; }
  header, main, footer { max-width: none; padding: 0; }
  main > section, .list { border: 0; padding: 0; margin-top: 14px; background: none; }
  main > section.refused { border-left: 3px solid var(--bad); padding-left: 10px; }
  #filters, .tools, .more, .skip, .anchor, nav { display: none !important; }
  .bar, .track, .way, .days-after, .tag, .chip { print-color-adjust: exact; }
  thead { display: table-header-group; }
  tr, .groups > li > details > summary, figure { break-inside: avoid; }
  h2 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
  .chosen { background: none; }
  #printed { display: block; }
  summary { padding-right: 0; }
  summary .counts { position: static; margin-left: 12px; }
}
`;
