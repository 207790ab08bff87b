const effects = [
  'status',
  'drop_before',
  'drop_after',
  'late',
  'hold',
  'hang',
  'stale',
  'duplicate',
  'truncate',
  'garbage',
  'slow',
  'delay',
];

function options(values: readonly string[]): string {
  return values.map((value) => `<option>${value}</option>`).join('');
}

/** The console's body, before its script has filled it. */
export const markup = `
<a class="skip" href="#log">Skip to the requests</a>
<header>
  <h1>adsync sandbox</h1>
  <p>Sandbox time <strong id="now">…</strong> <span id="frozen"></span></p>
  <p><strong id="count">0</strong> requests</p>
  <p id="connection" role="status">connecting …</p>
  <p class="pick"><label for="account">Account</label> <select id="account"><option value="">all</option></select></p>
  <nav aria-label="Other views"><a href="openapi.json">OpenAPI</a> <a href="dump">Dump</a></nav>
</header>
<div id="trouble" role="alert" hidden><span id="trouble-text"></span><button type="button" id="trouble-close">Dismiss</button></div>
<main>
  <section class="sheet" aria-labelledby="records-title">
    <div class="top"><h2 id="records-title">Accounts</h2><button type="button" id="refresh">Refresh</button></div>
    <div class="body tree" id="tree"></div>
  </section>
  <div>
    <section class="sheet" id="log" aria-labelledby="log-title" tabindex="-1">
      <div class="top">
        <h2 id="log-title">Requests</h2>
        <label class="check"><input type="checkbox" id="failed-only"> Failed only</label>
        <label class="check"><input type="checkbox" id="paused"> Pause</label>
        <label class="hidden" for="filter">Filter by path</label><input id="filter" type="search" placeholder="Filter by path">
      </div>
      <div class="log" tabindex="0" role="region" aria-label="Requests, latest first">
        <table>
          <thead><tr><th scope="col">No.</th><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Status</th><th scope="col" class="wide">Fault</th><th scope="col" class="wide">Bytes</th></tr></thead>
          <tbody id="rows"></tbody>
        </table>
        <p class="empty" id="no-rows">No request yet. Point a client at this address, and its requests appear here.</p>
      </div>
    </section>
    <section class="sheet" id="detail" aria-labelledby="detail-title" tabindex="-1" hidden>
      <div class="top"><h2 id="detail-title">Request</h2><button type="button" id="detail-close">Close</button></div>
      <div class="body" id="detail-body"></div>
    </section>
  </div>
  <section class="sheet" id="controls" aria-labelledby="controls-title">
    <div class="top"><h2 id="controls-title">Controls</h2></div>
    <form id="form" autocomplete="off">
      <fieldset><legend>Clock</legend>
        <label>Time (UTC)<input id="clock-now" placeholder="2026-12-01T00:00:00Z"></label>
        <div class="row"><button type="button" data-do="set-clock">Set time</button><label class="check"><input type="checkbox" id="clock-frozen"> Frozen</label></div>
        <div class="row"><label>Advance by seconds<input id="clock-by" type="number" value="3600"></label><button type="button" data-do="advance-clock">Advance</button></div>
      </fieldset>
      <fieldset><legend>Limits</legend>
        <label>Active campaigns per account<input id="limit-campaigns" type="number" min="0"></label>
        <label>Writes per minute, empty for no limit<input id="limit-writes" type="number" min="1"></label>
        <label>Rate limits<select id="limit-rates">${options(['off', 'public'])}</select></label>
        <label>A batch is judged<select id="limit-batch"><option value="each">after each operation</option><option value="start">by its start</option><option value="end">by its end</option></select></label>
        <div class="row"><button type="button" data-do="set-limits">Set limits</button></div>
      </fieldset>
      <fieldset><legend>Faults</legend>
        <p class="note" id="no-faults">No fault is set.</p>
        <ul class="plainly" id="faults" aria-label="Faults that are set"></ul>
        <div class="row"><label>Effect<select id="fault-effect">${options(effects)}</select></label><label>Method<select id="fault-method"><option value="">any</option>${options(['GET', 'POST', 'PUT', 'DELETE'])}</select></label></div>
        <label>Path<input id="fault-path" value="/12/**"></label>
        <div class="row"><label>Which requests<input id="fault-nth" placeholder="all, or 1,3"></label><label>Number<input id="fault-number" type="number" min="0" aria-describedby="fault-hint"></label></div>
        <p class="note" id="fault-hint">The number is the status, the milliseconds, the seconds of hang, or the bytes per second of slow.</p>
        <div class="row"><button type="button" data-do="add-fault">Add fault</button><button type="button" data-do="release" id="release" hidden>Release</button></div>
      </fieldset>
      <fieldset><legend>Records</legend>
        <label>Seed (JSON)<textarea id="seed" spellcheck="false" placeholder='{"campaigns":[{"name":"Spring"}]}'></textarea></label>
        <div class="row"><button type="button" data-do="seed">Add records</button></div>
        <div class="row"><label>Account<select id="generate-account"></select></label><label>Campaigns<input id="generate-count" type="number" min="1" value="100"></label><button type="button" data-do="generate">Generate</button></div>
        <div class="row"><button type="button" data-do="reset">Reset everything</button></div>
      </fieldset>
    </form>
    <p class="hidden" role="status" id="said"></p>
  </section>
</main>
`;
