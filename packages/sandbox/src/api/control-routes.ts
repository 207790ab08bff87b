import { z } from 'zod';
import { browseAccounts, browseChildren } from '../control/browse.ts';
import { ControlError, readControl } from '../control/control-error.ts';
import { dump } from '../control/dump.ts';
import { eventSchema, happen } from '../control/events.ts';
import { FaultBook, faultsSchema } from '../control/faults.ts';
import { generate, generateSchema } from '../control/generate.ts';
import { mutate, mutationsSchema } from '../control/mutate.ts';
import { peaksOf } from '../control/peaks.ts';
import { addSeed, seedSchema } from '../control/seed.ts';
import { clockSchema, setClock } from '../control/set-clock.ts';
import { limitsSchema, setLimits } from '../control/set-limits.ts';
import { streamsSchema } from '../control/streams.ts';
import { openApiDocument } from '../openapi/document.ts';
import { createState } from '../state/sandbox-state.ts';
import type { Resettable } from '../storage/open-sandbox.ts';

/** A control call: its body, and the parameters of its query. Returns what is answered as JSON; throws ControlError. */
type Control = (sandbox: Resettable, body: unknown, query: URLSearchParams) => unknown;

/** The control calls, by method and the path below `/_sandbox`. */
export const controls: ReadonlyMap<string, Control> = new Map<string, Control>([
  ['GET /health', () => ({ status: 'ok' })],
  ['POST /reset', reset],
  ['POST /seed', ({ state }, body) => addSeed(state.world, readControl(seedSchema, body))],
  ['POST /mutate', ({ state }, body) => mutate(state.world, readControl(mutationsSchema, body))],
  ['POST /events', ({ state }, body) => happen(state.world, state.streams, readControl(eventSchema, body))],
  ['POST /streams', failStreams],
  ['POST /generate', ({ state }, body) => generate(state.world, readControl(generateSchema, body))],
  ['GET /dump', ({ state }, _body, query) => dump(state.world, query.get('account_id') ?? undefined)],
  ['GET /requests', requests],
  ['GET /status', status],
  ['GET /browse', browse],
  ['GET /openapi.json', ({ origin }) => openApiDocument(origin.profile === 'reference')],
  ['GET /peaks', ({ state }) => peaksOf(state.world)],
  ['DELETE /peaks', forgetPeaks],
  ['GET /clock', ({ state }) => setClock(state.world, {})],
  ['PUT /clock', ({ state }, body) => setClock(state.world, readControl(clockSchema, body))],
  ['GET /limits', ({ state }) => state.world.limits],
  ['PUT /limits', ({ state }, body) => setLimits(state.world, readControl(limitsSchema, body))],
  ['GET /faults', ({ state }) => state.faults.rules],
  ['PUT /faults', setFaults],
  ['POST /release', ({ state }) => ({ released: state.waiting.release() })],
]);

function failStreams({ state }: Resettable, body: unknown): unknown {
  return { streams: state.streams.fail(readControl(streamsSchema, body).effect) };
}

function reset(sandbox: Resettable): unknown {
  const before = sandbox.state;
  sandbox.state = createState(sandbox.origin);
  before.waiting.close();
  before.streams.close();
  sandbox.keeper?.follow(sandbox.state, true);
  return { status: 'ok' };
}

function requests({ state }: Resettable, _body: unknown, query: URLSearchParams): unknown {
  const since = z.coerce
    .number()
    .int()
    .min(0)
    .safeParse(query.get('since') ?? '0');
  if (!since.success) throw new ControlError('since is the number of a request');
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .safeParse(query.get('limit') ?? Number.MAX_SAFE_INTEGER);
  if (!limit.success) throw new ControlError('limit is a number of requests');
  return state.log.since(since.data, query.get('bodies') === 'true', limit.data);
}

function status({ state }: Resettable): unknown {
  const { world, log, faults, waiting } = state;
  const { frozen } = world.clock;
  const now = world.clock.stamp();
  return { now, frozen, requests: log.lastNumber, faults: faults.rules.length, held: waiting.held };
}

function browse({ state }: Resettable, _body: unknown, query: URLSearchParams): unknown {
  const [collection, id, only] = [query.get('collection'), query.get('id'), query.get('only')];
  const next = query.get('next') ?? undefined;
  if (collection === null || id === null) return browseAccounts(state.world, next);
  return browseChildren(
    state.world,
    { collection, id },
    only === null ? undefined : { collection: only, next },
  );
}

function forgetPeaks({ state }: Resettable): unknown {
  state.world.figures.forgetPeaks();
  return peaksOf(state.world);
}

function setFaults({ state }: Resettable, body: unknown): unknown {
  const rules = readControl(faultsSchema, body);
  state.faults = new FaultBook(rules);
  state.world.store.remember(state.faults.lagMs);
  return { rules: rules.length };
}
