/** The console's script: the controls, and the beat that keeps everything current. Runs in a browser. */
export const scriptControls = String.raw`
const number = (id) => (byId(id).value === '' ? undefined : Number(byId(id).value));
let rules = [];

function faultOf() {
  const effect = byId('fault-effect').value;
  const value = number('fault-number');
  const named = { status: 'status', hang: 'seconds', slow: 'bytes_per_second', late: 'ms', stale: 'ms', delay: 'ms' }[effect];
  const nth = byId('fault-nth').value.split(/[\s,]+/).filter((each) => /^\d+$/.test(each)).map(Number);
  return {
    effect,
    path: byId('fault-path').value,
    ...(byId('fault-method').value === '' ? {} : { method: byId('fault-method').value }),
    ...(nth.length === 0 ? {} : { nth }),
    ...(named === undefined || value === undefined ? {} : { [named]: value }),
  };
}

async function setFaults(wanted) {
  await call('PUT', 'faults', wanted);
  await showFaults();
}

async function showFaults() {
  rules = await call('GET', 'faults');
  byId('no-faults').hidden = rules.length > 0;
  byId('faults').replaceChildren(...rules.map((rule, index) => {
    const { seed, indexed, ...told } = rule;
    const text = told.effect + ' ' + (told.method ?? 'any') + ' ' + told.path;
    const rest = Object.entries(told).filter(([name]) => !['effect', 'method', 'path'].includes(name));
    const remove = make('button', { type: 'button', className: 'plain', 'aria-label': 'Remove fault ' + text }, 'Remove');
    remove.addEventListener('click', () => setFaults(rules.filter((_, at) => at !== index)).then(() => say('Fault removed.'), report));
    return make('li', {}, make('code', {}, text + rest.map(([name, value]) => ' ' + name + '=' + JSON.stringify(value)).join('')), remove);
  }));
}

async function showLimits() {
  const limits = await call('GET', 'limits');
  byId('limit-campaigns').value = limits.default_active_campaigns;
  byId('limit-writes').value = limits.writes_per_minute ?? '';
  byId('limit-rates').value = limits.rate_limits;
  byId('limit-batch').value = limits.batch_check;
}

const actions = {
  'set-clock': async () => {
    const now = byId('clock-now').value.trim();
    await call('PUT', 'clock', { ...(now === '' ? {} : { now }), frozen: byId('clock-frozen').checked });
    return 'Time set.';
  },
  'advance-clock': async () => {
    await call('PUT', 'clock', { advance_seconds: number('clock-by') ?? 0 });
    return 'Time advanced.';
  },
  'set-limits': async () => {
    const campaigns = number('limit-campaigns');
    await call('PUT', 'limits', {
      ...(campaigns === undefined ? {} : { active_campaigns: campaigns }),
      writes_per_minute: number('limit-writes') ?? null,
      rate_limits: byId('limit-rates').value,
      batch_check: byId('limit-batch').value,
    });
    return 'Limits set.';
  },
  'add-fault': async () => {
    await setFaults([...rules, faultOf()]);
    return 'Fault added.';
  },
  release: async () => (await call('POST', 'release')).released + ' released.',
  seed: async () => {
    await call('POST', 'seed', byId('seed').value);
    await showAccounts();
    return 'Records added.';
  },
  generate: async () => {
    await call('POST', 'generate', { account_id: byId('generate-account').value, campaigns: number('generate-count') ?? 0 });
    await showAccounts();
    return 'Campaigns generated.';
  },
  reset: async () => {
    if (!confirm('Go back to the seed? Everything since is lost, with limits, faults and clock.')) return '';
    await call('POST', 'reset');
    await Promise.all([showAccounts(), showLimits(), showFaults()]);
    return 'Back at the seed.';
  },
};

byId('form').addEventListener('submit', (event) => event.preventDefault());
byId('form').addEventListener('click', (event) => {
  const action = actions[event.target.dataset?.do];
  if (action === undefined) return;
  action().then((text) => Promise.all([say(text), beat()]), report);
});

function report(error) {
  showTrouble(error instanceof TypeError ? 'The sandbox does not answer.' : error.message);
}

// A status that is set again is read out again.
function showConnection(text, kind) {
  if (byId('connection').textContent === text) return;
  byId('connection').textContent = text;
  byId('connection').className = kind;
}

let isStale = false;
let faultsSeen = -1;
async function beat() {
  const status = await call('GET', 'status');
  byId('now').textContent = status.now;
  byId('frozen').textContent = status.frozen ? '(frozen)' : '';
  byId('count').textContent = status.requests.toLocaleString('en');
  byId('release').hidden = status.held === 0;
  byId('release').textContent = 'Release ' + status.held;
  showConnection('live', 'good');
  if (status.faults !== faultsSeen) await showFaults();
  faultsSeen = status.faults;
  isStale = (await readLog(status.requests)) || isStale;
}

async function keepBeating() {
  for (;;) {
    try {
      await beat();
      if (isStale) await showAccounts();
      isStale = false;
    } catch {
      showConnection('disconnected', 'bad');
    }
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? 5000 : 1000));
  }
}

Promise.all([showAccounts(), showLimits()]).catch(report);
keepBeating();
`;
