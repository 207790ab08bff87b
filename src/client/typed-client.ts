import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { AnywhereRequest, TextClient } from '../platform/client.ts';
import { parseJson } from '../platform/json.ts';
import { answerReader } from './answer-reader.ts';
import { requestMaker } from './call-request.ts';
import { endpointFacts } from './endpoint-table.ts';
import type { Endpoints } from './endpoint-types.ts';
import { listReader } from './list-reader.ts';

/** What calls go out by. */
type Caller = Pick<TextClient, 'callAnywhere' | 'openStream'>;

// The tree of methods is made from the table, and its type is generated from the same rows.
const endpointsType = z.custom<Endpoints>();

/**
 * Every endpoint of the platform as a method. A call throws ADSYNC_CALL_INVALID where its input is not what the endpoint
 * takes, and nothing is sent; ADSYNC_ANSWER_INVALID where the answer is not what is documented; and PlatformError where the
 * platform refuses, or no answer comes.
 */
export function typedClient(caller: Caller): Endpoints {
  const tree: Branch = new Map();
  for (const endpoint of endpoints) plant(tree, endpoint.facts.name.split('.'), methodOf(caller, endpoint));
  return endpointsType.parse(objectOf(tree));
}

type Method = (input?: unknown) => unknown;
type Branch = Map<string, Branch | Method>;

function plant(branch: Branch, [name = '', ...rest]: readonly string[], method: Method): void {
  if (rest.length === 0) {
    branch.set(name, method);
    return;
  }
  const found = branch.get(name);
  const below = found instanceof Map ? found : new Map<string, Branch | Method>();
  branch.set(name, below);
  plant(below, rest, method);
}

function objectOf(branch: Branch): object {
  return Object.freeze(
    Object.fromEntries(
      Array.from(branch, ([name, each]) => [name, each instanceof Map ? objectOf(each) : each]),
    ),
  );
}

/** What all clients of a program share: checks are made with the first call of an endpoint, for a program calls few. */
const endpoints = endpointFacts.map((facts) => ({
  facts,
  request: onDemand(() => requestMaker(facts)),
  read: onDemand(() => answerReader(facts)),
}));

function methodOf(caller: Caller, { facts, request, read }: (typeof endpoints)[number]): Method {
  const call = async (input: unknown): Promise<unknown> => {
    const { body } = await caller.callAnywhere(request()(input));
    return read()(body);
  };
  if (facts.gives === 'stream') return (input) => readEvents(caller, request()(input), read());
  return facts.gives === 'list' ? (input) => listReader(facts, input, call) : call;
}

async function* readEvents(
  caller: Caller,
  request: AnywhereRequest,
  read: (event: unknown) => unknown,
): AsyncGenerator<unknown, void, void> {
  for await (const line of caller.openStream(request)) if (line !== '') yield read(eventOf(request, line));
}

function eventOf({ path }: AnywhereRequest, line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform sent a line that is no JSON on GET ${path}`);
  }
}

function onDemand<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
