import type { FaultRule } from './answers.ts';
import { call } from './call.ts';
import { byId, inputById, linkButton, make, selectById } from './elements.ts';
import { report, say } from './messages.ts';
import { numberIn } from './number-in.ts';

/** The field of a fault that its number is for, by effect. */
const numberFields: ReadonlyMap<string, string> = new Map([
  ['status', 'status'],
  ['hang', 'seconds'],
  ['slow', 'bytes_per_second'],
  ['late', 'ms'],
  ['stale', 'ms'],
  ['delay', 'ms'],
]);
let rules: readonly FaultRule[] = [];

/** Adds the fault that the form describes. */
export async function addFault(): Promise<void> {
  await setFaults([...rules, faultInForm()]);
}

/** Reads the faults that are set, and lists them. */
export async function showFaults(): Promise<void> {
  rules = await call<readonly FaultRule[]>('GET', 'faults');
  byId('no-faults').hidden = rules.length > 0;
  byId('faults').replaceChildren(...rules.map(itemOf));
}

async function setFaults(wanted: readonly FaultRule[]): Promise<void> {
  await call<unknown>('PUT', 'faults', wanted);
  await showFaults();
}

function faultInForm(): FaultRule {
  const effect = selectById('fault-effect').value;
  const method = selectById('fault-method').value;
  const field = numberFields.get(effect);
  const value = numberIn('fault-number');
  const parts = inputById('fault-nth').value.split(/[\s,]+/);
  const nth = parts.filter((each) => /^\d+$/.test(each)).map(Number);
  return {
    effect,
    path: inputById('fault-path').value,
    ...(method === '' ? {} : { method }),
    ...(nth.length === 0 ? {} : { nth }),
    ...(field === undefined || value === undefined ? {} : { [field]: value }),
  };
}

function itemOf(rule: FaultRule, index: number): HTMLElement {
  const { seed: _seed, indexed: _indexed, effect, method, path, ...rest } = rule;
  const text = `${effect} ${method ?? 'any'} ${path}`;
  const values = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const remove = linkButton('Remove', `Remove fault ${text}`, () => {
    const others = rules.filter((_, at) => at !== index);
    void setFaults(others).then(() => say('Fault removed.'), report);
  });
  return make('li', {}, make('code', {}, text + values.join('')), remove);
}
