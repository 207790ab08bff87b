import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { TextRequest } from '../platform/client.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import { allKinds, isKindName, rootKind } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { standsOver } from '../schemas/stop.ts';
import type { StateSnapshot } from '../state/store.ts';
import type { Run } from './run.ts';
import { hostClass } from './settings.ts';
import { withState } from './state/edit-state.ts';

/** A resource of the state that a write names. */
export interface TouchedResource {
  readonly address: string;
  readonly kind: string;
  readonly id: string;
  /** How many resources of the state stand beneath it. */
  readonly beneath: number;
}

/** A name in a request with its value, wherever it stands. */
interface Named {
  readonly name: string;
  readonly value: string;
}

/**
 * The resources of the state that a write names by their ids, in its path or in its parameters. Throws ADSYNC_STOPPED where
 * the write switches on something beneath a standing stop. A state that cannot be read is a remark, unless the write
 * switches something on: then nothing says whether a stop stands, and what reading threw is thrown.
 */
export async function touchedResources(run: Run, request: TextRequest): Promise<readonly TouchedResource[]> {
  const operations = operationsOf(request);
  const switching = operations.filter(switchesOn);
  try {
    const snapshot = await withState(run, 'read', async (store) => await store.read());
    const entries = entriesWithin(snapshot, hostClass(run.addresses.ads), accountIn(request.path));
    for (const operation of switching) requireNoStop(request, namedBy(entries, operation), snapshot);
    const touched = new Map(
      operations.flatMap((operation) => namedBy(entries, operation)).map((entry) => [entry.address, entry]),
    );
    return [...touched.values()].map(({ address, kind, id }) => ({
      address,
      kind,
      id,
      beneath: entries.filter((each) => each.address.startsWith(`${address}/`)).length,
    }));
  } catch (error) {
    if (!(error instanceof AdsyncError) || error.code === 'ADSYNC_STOPPED' || switching.length > 0)
      throw error;
    run.frontend.note(`The state is not used, for it cannot be read: ${error.message}`);
    return [];
  }
}

/** The account in the path of a call; `undefined` where it names none. */
export function accountIn(path: string): string | undefined {
  const part = /^\/\d+(?:\/batch)?\/accounts\/([^/]+)/.exec(path)?.[1];
  return part === undefined ? undefined : decodeURIComponent(part);
}

function entriesWithin(
  { entries, bindings }: StateSnapshot,
  host: string,
  accountId: string | undefined,
): readonly StateEntry[] {
  const here = new Set(bindings.filter((each) => each.host === host).map((each) => each.accountId));
  return entries.filter(
    (entry) => here.has(entry.accountId) && (accountId === undefined || isSame(entry.accountId, accountId)),
  );
}

/** What a request does, each part with all that it names: the members of a list one by one, anything else as a whole. */
function operationsOf({ path, query = {}, form = {}, jsonText }: TextRequest): readonly (readonly Named[])[] {
  const inAll = [
    ...namesInPath(path),
    ...Object.entries({ ...query, ...form }).map(([name, value]) => ({ name, value })),
  ];
  const body: unknown = jsonText === undefined ? undefined : JSON.parse(jsonText, asText);
  const parts: readonly unknown[] = Array.isArray(body) ? body : [body];
  return parts.map((part) => [...inAll, ...namesIn('', part)]);
}

/** Ids can be longer than a number is exact. */
function asText(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}

/** The parts of a path, each called after the one before it: `campaigns` gives `campaign_id`. */
function namesInPath(path: string): readonly Named[] {
  const parts = path.split('/').map(decodeURIComponent);
  return parts.flatMap((value, index) => {
    const isAccount = parts[index - 1] === 'accounts' && index < parts.length - 1;
    const word = (parts[index - 1] ?? '').replace(/s$/, '');
    return isAccount || value === '' ? [] : [{ name: `${word}_id`, value }];
  });
}

function namesIn(name: string, value: unknown): readonly Named[] {
  const found: Named[] = [];
  const left = [{ name, value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next.value)) {
      for (const below of next.value) left.push({ name: next.name, value: below });
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, below] of Object.entries(next.value)) left.push({ name: key, value: below });
    } else if (typeof next.value === 'string') found.push({ name: next.name, value: next.value });
  }
  return found;
}

const statusFields = new Map(
  allKinds.flatMap(({ spending }) =>
    spending === undefined ? [] : [[spending.activation.field, spending.activation.active] as const],
  ),
);

/** Whether a part of a request makes something able to spend, for all that its parameters say. */
function switchesOn(names: readonly Named[]): boolean {
  return names.some(({ name, value }) => statusFields.get(name) === value.trim().toUpperCase());
}

/** The resources that a part of a request names by their ids. */
function namedBy(entries: readonly StateEntry[], names: readonly Named[]): readonly StateEntry[] {
  const ids = new Map<string, Set<string>>();
  for (const { name, value } of names) {
    if (!/(?:^|_)(?:id|key|uri)s?$/.test(name)) continue;
    const word = name.replace(/_?(?:id|key|uri)s?$/, '');
    for (const id of value.split(',')) {
      const key = id.trim().toLowerCase();
      ids.set(key, (ids.get(key) ?? new Set()).add(word));
    }
  }
  return entries.filter(({ kind, id }) => {
    const words = ids.get(id.toLowerCase());
    // Kinds count their ids each by itself, so that one id can be a campaign's and a line item's.
    return words !== undefined && [...words].some((word) => !isKindName(word) || word === kind);
  });
}

function requireNoStop(
  request: TextRequest,
  named: readonly StateEntry[],
  { stops, stopped }: Pick<StateSnapshot, 'stops' | 'stopped'>,
): void {
  const accountId = accountIn(request.path);
  const ids = idsIn(request);
  const stop = stops.find((each) => {
    if (accountId === undefined || !isSame(each.accountId, accountId)) return false;
    if (each.all) return true;
    const paused = stopped.some(({ stopId, id }) => stopId === each.id && ids.has(id.toLowerCase()));
    const beneath = named.filter(({ kind }) => kind !== rootKind.name);
    return (
      paused || beneath.some((entry) => standsOver(each, { address: entry.address, record: entry }, stopped))
    );
  });
  if (stop === undefined) return;
  const addresses = named.map(({ address }) => address).join(', ');
  const what = addresses === '' ? 'something in the account' : addresses;
  throw new AdsyncError(
    'ADSYNC_STOPPED',
    `the request switches on ${what}, over which ${describeStop(stop)} stands`,
    {
      remedy: 'Nothing was sent. End the stop with adsync resume.',
    },
  );
}

/** All ids that a request can mean, in small letters. */
function idsIn(request: TextRequest): ReadonlySet<string> {
  return new Set(
    operationsOf(request).flatMap((names) => names.map(({ value }) => value.trim().toLowerCase())),
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
