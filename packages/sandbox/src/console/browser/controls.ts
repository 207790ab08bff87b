import type { Limits, Status } from './answers.ts';
import { call } from './call.ts';
import { byId, elementById, inputById, selectById } from './elements.ts';
import { addFault, showFaults } from './faults.ts';
import { readLog } from './log.ts';
import { report, say } from './messages.ts';
import { numberIn } from './number-in.ts';
import { showAccounts } from './tree.ts';

/** What each button of the form does; gives the sentence that says so, empty where nothing was done. */
const actions: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['set-clock', setClock],
  ['advance-clock', advanceClock],
  ['set-limits', setLimits],
  ['add-fault', async () => await addFault().then(() => 'Fault added.')],
  ['release', release],
  ['seed', seed],
  ['generate', generate],
  ['reset', reset],
]);
/** Records may have changed since they were read. */
let isStale = false;
let faultsSeen = -1;

/** Lets the buttons of the form act, and reads what the page shows at its start. */
export function startControls(): void {
  byId('form').addEventListener('submit', (event) => event.preventDefault());
  byId('form').addEventListener('click', ({ target }) => {
    const name = target instanceof HTMLElement ? target.dataset['do'] : undefined;
    const action = actions.get(name ?? '');
    if (action !== undefined) void act(action).catch(report);
  });
  void Promise.all([showAccounts(), showLimits()]).catch(report);
}

/** Keeps everything on the page current, as long as the page is open. */
export async function keepCurrent(): Promise<never> {
  for (;;) {
    try {
      await showStatus();
      if (isStale) await showAccounts();
      isStale = false;
    } catch {
      showConnection('disconnected', 'bad');
    }
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? 5000 : 1000));
  }
}

async function act(action: () => Promise<string>): Promise<void> {
  say(await action());
  await showStatus();
}

async function showStatus(): Promise<void> {
  const status = await call<Status>('GET', 'status');
  byId('now').textContent = status.now;
  byId('frozen').textContent = status.frozen ? '(frozen)' : '';
  byId('count').textContent = status.requests.toLocaleString('en');
  byId('release').hidden = status.held === 0;
  byId('release').textContent = `Release ${status.held}`;
  showConnection('live', 'good');
  if (status.faults !== faultsSeen) await showFaults();
  faultsSeen = status.faults;
  const hasChanged = await readLog(status.requests);
  isStale ||= hasChanged;
}

// A status that is set again is read out again.
function showConnection(text: string, tone: 'good' | 'bad'): void {
  if (byId('connection').textContent === text) return;
  byId('connection').textContent = text;
  byId('connection').className = tone;
}

async function showLimits(): Promise<void> {
  const limits = await call<Limits>('GET', 'limits');
  inputById('limit-campaigns').value = String(limits.default_active_campaigns);
  inputById('limit-writes').value = String(limits.writes_per_minute ?? '');
  selectById('limit-rates').value = limits.rate_limits;
  selectById('limit-batch').value = limits.batch_check;
}

async function setClock(): Promise<string> {
  const now = inputById('clock-now').value.trim();
  const frozen = inputById('clock-frozen').checked;
  await call<unknown>('PUT', 'clock', { ...(now === '' ? {} : { now }), frozen });
  return 'Time set.';
}

async function advanceClock(): Promise<string> {
  await call<unknown>('PUT', 'clock', { advance_seconds: numberIn('clock-by') ?? 0 });
  return 'Time advanced.';
}

async function setLimits(): Promise<string> {
  const campaigns = numberIn('limit-campaigns');
  await call<unknown>('PUT', 'limits', {
    ...(campaigns === undefined ? {} : { active_campaigns: campaigns }),
    writes_per_minute: numberIn('limit-writes') ?? null,
    rate_limits: selectById('limit-rates').value,
    batch_check: selectById('limit-batch').value,
  });
  return 'Limits set.';
}

async function release(): Promise<string> {
  const { released } = await call<{ readonly released: number }>('POST', 'release');
  return `${released} released.`;
}

async function seed(): Promise<string> {
  await call<unknown>('POST', 'seed', elementById('seed', HTMLTextAreaElement).value);
  await showAccounts();
  return 'Records added.';
}

async function generate(): Promise<string> {
  const account = selectById('generate-account').value;
  const campaigns = numberIn('generate-count') ?? 0;
  await call<unknown>('POST', 'generate', { account_id: account, campaigns });
  await showAccounts();
  return 'Campaigns generated.';
}

async function reset(): Promise<string> {
  if (!confirm('Go back to the seed? Everything since is lost, with limits, faults and clock.')) return '';
  await call<unknown>('POST', 'reset');
  await Promise.all([showAccounts(), showLimits(), showFaults()]);
  return 'Back at the seed.';
}
