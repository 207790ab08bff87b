/** The console's looks: one sheet, light and dark by what the reader's system prefers. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f9, #0f141b);
  --sheet: light-dark(#ffffff, #182029);
  --raised: light-dark(#eef2f7, #212b37);
  --line: light-dark(#cfd7e1, #33404f);
  --edge: light-dark(#768394, #7d8c9e);
  --text: light-dark(#17202b, #e8edf3);
  --quiet: light-dark(#51606f, #a5b2c1);
  --accent: light-dark(#0b5cad, #7cbcff);
  --on-accent: light-dark(#ffffff, #0a1a2c);
  --good: light-dark(#176b39, #6fd598);
  --bad: light-dark(#b3202a, #ff9a94);
  --bad-ground: light-dark(#fdeceb, #3a1c1f);
  --warn: light-dark(#7f4f00, #f3c56b);
  --mono: ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1, h2, h3 { margin: 0; font-weight: 650; }
h1 { font-size: 17px; }
h2 { font-size: 15px; }
h3 { font-size: 13px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; padding: 8px 12px; background: var(--sheet); color: var(--accent); z-index: 2; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
body > header { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: baseline; padding: 12px 20px; background: var(--sheet); border-bottom: 1px solid var(--line); }
header p { margin: 0; color: var(--quiet); }
header strong { color: var(--text); font-variant-numeric: tabular-nums; }
header nav { margin-left: auto; display: flex; gap: 16px; }
a { color: var(--accent); }
#trouble { margin: 12px 20px 0; padding: 10px 14px; border: 1px solid var(--bad); border-radius: 8px; background: var(--bad-ground); color: var(--bad); display: flex; justify-content: space-between; gap: 12px; }
#trouble[hidden] { display: none; }
main { display: grid; grid-template-columns: minmax(290px, 1.4fr) minmax(400px, 2fr) minmax(250px, 290px); gap: 16px; padding: 16px 20px; align-items: start; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
#detail { margin-top: 16px; }
.sheet > .top { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 10px 14px; border-bottom: 1px solid var(--line); }
.sheet > .top h2 { margin-right: auto; }
.body { padding: 12px 14px; overflow-wrap: anywhere; }
.empty { color: var(--quiet); padding: 20px 14px; margin: 0; }
button, input, select, textarea { font: inherit; color: inherit; border-radius: 6px; border: 1px solid var(--edge); background: var(--sheet); padding: 4px 8px; min-height: 30px; max-width: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
button { cursor: pointer; background: var(--raised); }
button:hover { border-color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.plain { border: 0; background: none; min-height: 24px; padding: 0 2px; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
fieldset { border: 0; border-top: 1px solid var(--line); margin: 0; padding: 12px 14px 14px; min-width: 0; }
fieldset:first-of-type { border-top: 0; }
legend { float: left; width: 100%; font-weight: 650; font-size: 13px; padding: 0; margin-bottom: 6px; }
legend ~ * { clear: both; }
label { display: block; font-size: 12px; color: var(--quiet); margin-top: 8px; }
label input:not([type="checkbox"]), label select, label textarea { display: block; width: 100%; margin-top: 2px; font-size: 14px; color: var(--text); }
label.check { display: flex; gap: 8px; align-items: center; }
label.check input { min-height: 0; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-top: 8px; }
.row > label { margin-top: 0; flex: 1 1 90px; }
.note { color: var(--quiet); font-size: 12px; margin: 6px 0 0; overflow-wrap: anywhere; }
textarea { font-family: var(--mono); font-size: 12px; resize: vertical; min-height: 84px; }
#tree { max-height: calc(100vh - 140px); overflow: auto; }
.tree details { border-left: 1px solid var(--line); margin-left: 6px; }
.tree > details { border-left: 0; margin-left: 0; }
.tree summary { list-style-position: outside; margin-left: 18px; padding: 3px 4px; border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; }
.tree summary:hover { background: var(--raised); }
.tree .inside { padding-left: 14px; }
.tree h3 { color: var(--quiet); font-weight: 600; margin: 6px 0 2px; }
.tree dl { margin: 2px 0 8px 6px; font-size: 12px; }
.tree dl div { padding-left: 12px; text-indent: -12px; overflow-wrap: anywhere; }
.tree dt { display: inline; color: var(--quiet); margin-right: 8px; }
.tree dd { display: inline; margin: 0; font-family: var(--mono); }
.tree .fields { margin: 0; }
.tree .fields > summary { color: var(--quiet); font-size: 12px; }
.name { unicode-bidi: isolate; overflow-wrap: anywhere; }
.name, dd, .post, .wrong { overflow: clip; overflow-clip-margin: 3px; }
summary .name { display: inline-block; max-width: 100%; vertical-align: top; }
.amounts { display: block; color: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
.acts { margin: 6px 0 8px; }
.acts .row { margin-top: 0; }
.acts button { min-height: 26px; padding: 1px 10px; font-size: 13px; }
.wrong { margin: 4px 0 0; color: var(--bad); font-size: 12px; overflow-wrap: anywhere; }
.wrong:empty { display: none; }
[aria-invalid] { border-color: var(--bad); }
form.change { margin: 8px 0 0; padding: 2px 10px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
form.change input, form.change select, form.change textarea { display: block; width: 100%; margin-top: 2px; }
form.change .row { margin-top: 10px; }
.post { max-width: 420px; margin: 6px 0 10px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); overflow-wrap: anywhere; }
.post header { display: block; padding: 0; border: 0; background: none; }
.post .author { font-weight: 650; }
.post .said { margin: 2px 0 8px; white-space: pre-wrap; max-height: 320px; overflow: auto; }
.post footer { color: var(--quiet); font-size: 12px; }
.post ul { list-style: none; margin: 0 0 8px; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(90px, 1fr)); gap: 4px; }
.post .media li { display: grid; place-content: center; justify-items: center; text-align: center; min-height: 84px; padding: 6px; border-radius: 8px; background: var(--raised); font-size: 12px; }
.post .card { margin-bottom: 8px; border: 1px solid var(--line); border-radius: 10px; padding: 8px; }
.post .card > bdi { display: block; }
.post .card .title { font-weight: 600; }
.post .choices { margin: 6px 0 0; }
.post .choices li { border: 1px solid var(--edge); border-radius: 99px; padding: 1px 10px; text-align: center; font-size: 13px; }
.pick { display: flex; gap: 6px; align-items: center; margin: 0; }
.pick label { margin: 0; }
.pick select { max-width: 260px; }
code { font-family: var(--mono); font-size: 12px; }
.id { color: var(--quiet); font-family: var(--mono); font-size: 12px; margin-left: 6px; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 99px; padding: 0 7px; font-size: 11px; line-height: 17px; margin-left: 6px; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.quiet { color: var(--quiet); }
.log { max-height: 62vh; overflow: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th { position: sticky; top: 0; background: var(--sheet); text-align: left; font-size: 12px; color: var(--quiet); box-shadow: inset 0 -1px var(--line); }
th, td { padding: 4px 8px; vertical-align: top; }
td { border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
td.path { font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; width: 99%; }
tr.chosen td { background: var(--raised); }
tr.failed td:first-child { box-shadow: inset 3px 0 var(--bad); }
#detail .body > p:first-child { margin-top: 0; }
pre { margin: 4px 0 12px; padding: 10px; background: var(--raised); border-radius: 6px; overflow: auto; max-height: 320px; font: 12px/1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
ul.plainly { list-style: none; margin: 6px 0 0; padding: 0; }
ul.plainly code { min-width: 0; }
ul.plainly button { flex: none; }
ul.plainly li { display: flex; gap: 8px; justify-content: space-between; align-items: start; padding: 3px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
ul.errors { margin: 4px 0 12px; padding-left: 18px; color: var(--bad); }
@media (max-width: 1150px) { main { grid-template-columns: minmax(260px, 1.2fr) minmax(0, 2fr); } #controls { grid-column: 1 / -1; } #controls form { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); } }
@media (max-width: 760px) { #tree { max-height: 50vh; } main { grid-template-columns: minmax(0, 1fr); padding: 12px; gap: 12px; } header { padding: 10px 12px; } header nav { margin-left: 0; } .wide { display: none; } .log { max-height: 50vh; } }
@media (prefers-reduced-motion: no-preference) { tr.fresh td { animation: fresh 1.2s ease-out; } @keyframes fresh { from { background: color-mix(in srgb, var(--accent) 25%, transparent); } } }
`;
