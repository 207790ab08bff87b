import { z } from 'zod';
import {
  allOperations,
  type Operation,
  pathNames,
} from '../../../packages/sandbox/src/openapi/operations.ts';
import type { Params, ParamType } from '../../../packages/sandbox/src/params/param.ts';
import { sign } from '../../support/sign.ts';
import { type SandboxClient, us } from './sandbox-client.ts';

/** An answer that no request may get: a fault of the sandbox, nothing in time, or a body that its type belies. */
export interface Finding {
  readonly number: number;
  readonly request: string;
  readonly what: string;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Told before each request, with the number of those that are done. */
  readonly onProgress?: (done: number) => void;
}

interface Fuzzed {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

// Deletions and revocations take away what there is to be hostile to, so that it is put back now and then.
const resetEvery = 500;
const patienceMs = 10_000;

/** Sends so many hostile requests to every operation in turn, the same for the same seed; returns what must not be. */
export async function fuzz(
  client: SandboxClient,
  { seed, requests, onProgress }: FuzzOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly statuses: ReadonlyMap<number, number> }> {
  const dice = new Dice(seed);
  const operations = allOperations();
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  for (let number = 0; number < requests; number += 1) {
    onProgress?.(number);
    if (number % resetEvery === 0) await startOver(client, dice);
    const operation = operations[number % operations.length] ?? dice.one(operations);
    const request = fuzzed(client, operation, dice);
    const { status, what } = await judge(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (what !== undefined)
      findings.push({
        number,
        what,
        request: `${request.method} ${request.address} ${request.body ?? ''}`.slice(0, 2000),
      });
    const isDestructive =
      /invalidate|\/connections/.test(operation.path) || operation.path.endsWith('accounts/:account_id');
    if (isDestructive && status === 200 && operation.method !== 'GET') await startOver(client, dice);
  }
  return { findings, statuses };
}

const dumpSchema = z.record(z.string(), z.array(z.looseObject({ id: z.string() })));

async function startOver(client: SandboxClient, dice: Dice): Promise<void> {
  await client.control('POST', '/reset');
  const dump = dumpSchema.parse((await client.control('GET', '/dump')).json);
  dice.ids = Object.values(dump).flatMap((records) => records.map(({ id }) => id));
}

async function judge(request: Fuzzed): Promise<{ status: number; what?: string }> {
  try {
    const { address, method, headers, body } = request;
    const sent = body === undefined ? {} : { body };
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(address, { method, headers, signal, redirect: 'manual', ...sent });
    const type = response.headers.get('content-type') ?? '';
    // A stream stays open: its headers are the answer.
    if (response.ok && new URL(address).pathname.endsWith('/stream')) {
      await response.body?.cancel();
      return { status: response.status };
    }
    const text = await response.text();
    if (response.status >= 500) return { status: response.status, what: text.slice(0, 500) };
    if (type.includes('json') && text !== '') JSON.parse(text);
    return { status: response.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { status: 0, what: `${String(error)}${cause}` };
  }
}

function fuzzed(client: SandboxClient, operation: Operation, dice: Dice): Fuzzed {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(pathValue(name, dice)),
  );
  const values = { ...paramValues(operation.query, dice), ...pathNoise(operation, dice) };
  const isWrite = operation.method === 'POST' || operation.method === 'PUT';
  const way = isWrite ? dice.one(['query', 'query', 'form', 'json'] as const) : 'query';
  const members = operation.body === undefined ? undefined : memberValues(operation.body, dice, 0);
  const json = jsonBody(operation, dice, members ?? (way === 'json' ? values : undefined));
  const form = way === 'form' && json === undefined ? textual(values) : undefined;
  const query = way === 'query' || json === undefined ? textual(form === undefined ? values : {}) : [];
  const suffix = query.length === 0 ? '' : `?${encoded(query)}`;
  const address = `${client.baseUrl}${path}${suffix}`;
  const authorization = authorizationOf(client, operation.method, address, form ?? [], dice);
  const body = json ?? (form === undefined ? undefined : encoded(form));
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method: operation.method,
    address,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': dice.chance(0.97) ? type : 'text/weird' }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function pathValue(name: string, dice: Dice): string {
  const known = name === 'account_id' ? us : dice.id();
  const value = dice.chance(name === 'account_id' ? 0.9 : 0.8)
    ? known
    : dice.text().slice(0, 200).toWellFormed();
  return value === '' ? '%' : value;
}

function pathNoise(operation: Operation, dice: Dice): Readonly<Record<string, unknown>> {
  const [name = ''] = pathNames(operation.path);
  return dice.chance(0.1)
    ? { [dice.one(['__proto__x', 'constructor', 'toString', '', name])]: dice.hostile(0) }
    : {};
}

function jsonBody(operation: Operation, dice: Dice, members: unknown): string | undefined {
  if (operation.method === 'GET' || operation.method === 'DELETE') return undefined;
  if (operation.batch !== undefined) {
    const operations = Array.from({ length: dice.below(4) + (dice.chance(0.03) ? 600 : 0) }, () =>
      batchItem(operation, dice),
    );
    return spoilt(dice.chance(0.95) ? operations : dice.hostile(0), dice);
  }
  return members === undefined ? undefined : spoilt(dice.chance(0.95) ? members : dice.hostile(0), dice);
}

/** The JSON text, now and then one that is broken, deep or pollutes. */
function spoilt(value: unknown, dice: Dice): string {
  if (dice.chance(0.97)) return JSON.stringify(value) ?? 'null';
  return dice.one([
    '{',
    '',
    'null',
    '[]',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    '123456789012345678901234567890',
    '{"a":1e999,"b":-0,"c":9223372036854775808}',
    '\uFEFF{}',
  ]);
}

function batchItem({ batch = [] }: Operation, dice: Dice): unknown {
  if (dice.chance(0.05) || batch.length === 0) return dice.hostile(0);
  const { type, params } = dice.one(batch);
  const operation = dice.chance(0.95) ? type : dice.hostile(0);
  return {
    operation_type: operation,
    params: dice.chance(0.97) ? memberValues(params, dice, 0) : dice.hostile(0),
  };
}

function paramValues(params: Params, dice: Dice): Readonly<Record<string, unknown>> {
  return memberValues(params, dice, 0);
}

function memberValues(params: Params, dice: Dice, depth: number): Readonly<Record<string, unknown>> {
  const chosen = Object.entries(params).filter(([, { required }]) =>
    dice.chance(required === true ? 0.93 : 0.3),
  );
  return Object.fromEntries(chosen.map(([name, { is }]) => [name, value(is, dice, depth)]));
}

function value(is: ParamType, dice: Dice, depth: number): unknown {
  if (dice.chance(0.15) || depth > 6) return dice.hostile(0);
  if (is.type === 'list') {
    const length = dice.chance(0.05) ? Math.min(is.max, 1000) + 1 : dice.below(3) + is.min;
    return Array.from({ length: Math.min(length, 1100) }, () => value(is.of, dice, depth + 1));
  }
  if (is.type === 'object') return memberValues(is.members(), dice, depth + 1);
  if (is.type === 'variant') {
    const kind = dice.one(Object.keys(is.of));
    return { [is.by]: kind, ...memberValues(is.of[kind] ?? {}, dice, depth + 1) };
  }
  return scalar(is, dice);
}

function scalar(is: Exclude<ParamType, { type: 'list' | 'object' | 'variant' }>, dice: Dice): unknown {
  if (is.type === 'enum') return dice.one(is.values);
  if (is.type === 'text')
    return 'x'.repeat(dice.one([is.min, is.min + 1, Math.min(is.max, 3000), Math.min(is.max + 1, 3000), 5]));
  if (is.type === 'int') return dice.one([is.min, is.max, is.min - 1, is.max + 1, is.min + 1]);
  if (is.type === 'money' || is.type === 'long')
    return dice.one([is.min, 10_000, 50_000_000, is.min - 1, 12_345]);
  if (is.type === 'hashtag') return dice.one(['#a', 'a', `#${'b'.repeat(Math.min(is.max + 1, 300))}`]);
  return dice.one(samples[is.type]);
}

type Sampled = Exclude<
  ParamType['type'],
  'list' | 'object' | 'variant' | 'enum' | 'text' | 'int' | 'money' | 'long' | 'hashtag'
>;

const samples: Readonly<Record<Sampled, readonly unknown[]>> = {
  id: ['hxtet', '8zva0', '6zva', '1nmth', 'nope', '756201191646691328', '1166476031668015104'],
  // Nobody listens there: what is called back fails at once, and nothing leaves this machine.
  url: ['http://127.0.0.1:9/x', 'https://127.0.0.1:9/x?y=z#a'],
  domain: ['example.com'],
  currency: ['USD', 'GBP', 'XXX'],
  boolean: [true, false, 'true', 'FALSE'],
  time: ['2026-12-01T00:00:00Z', '2027-01-01', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30'],
  media_key: ['13_1191948012077092867', '3_1'],
  card_uri: ['card://1166476031668015104'],
  country: ['US', 'GB'],
  digits: ['1', '9223372036854775808'],
  sha256: ['0'.repeat(64), 'f'.repeat(63)],
};

function textual(values: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(values).map(([name, value]) => {
    const text = Array.isArray(value) ? value.map(plain).join(',') : plain(value);
    return [name.toWellFormed(), text.slice(0, 2000).toWellFormed()] as const;
  });
}

function encoded(pairs: readonly (readonly [string, string])[]): string {
  const params = new URLSearchParams();
  for (const [name, value] of pairs) params.append(name, value);
  return params.toString();
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const others = [
  ['756201191646691329', 'manager'],
  ['756201191646691330', 'creative'],
  ['756201191646691331', 'analyst'],
] as const;

function authorizationOf(
  client: SandboxClient,
  method: string,
  address: string,
  form: readonly (readonly [string, string])[],
  dice: Dice,
): string | undefined {
  if (dice.chance(0.02))
    return dice.one([undefined, 'OAuth', 'Bearer x', 'Basic eDp5', 'OAuth oauth_token="a"', 'OAuth a="%zz"']);
  const [id, name] = dice.one(others);
  const user = {
    access_token: `${id}-sandbox${name}Token`,
    access_token_secret: `sandbox${name}TokenSecret`,
  };
  return sign(method, address, dice.chance(0.1) ? { ...client.secrets, ...user } : client.secrets, { form });
}

const hostileTexts = [
  '',
  ' ',
  'null',
  '-1',
  '0',
  '1e5',
  'NaN',
  '9223372036854775808',
  '99999999999999999999999',
  '\u0000',
  '\ud800',
  '💡'.repeat(300),
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../..',
  '%',
  '%zz',
  "' or 1=1",
  '<script>',
  'a,b,,c',
  ',',
  '2026-13-01',
  'true',
  '[]',
  '{}',
  'DRAFT',
  'c-W10',
] as const;

// Undefined may be a choice itself; nothing to choose from is a mistake of the harness.
function missingChoice<T>(values: readonly T[]): T {
  for (const value of values) if (value === undefined || value === null) return value;
  throw new Error('nothing to choose from');
}

/** Everything that is left to chance, from one seed. */
class Dice {
  ids: readonly string[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to 1 (xorshift on 32 bits, scrambled). */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  one<T>(values: readonly T[]): T {
    const [first] = values.slice(this.below(values.length));
    return first ?? missingChoice(values);
  }

  text(): string {
    return this.one(hostileTexts);
  }

  id(): string {
    return this.ids.length === 0 ? 'nope' : this.one(this.ids);
  }

  /** Anything at all that JSON can hold. */
  hostile(depth: number): unknown {
    if (this.chance(0.6) || depth > 3) return this.text();
    const scalars = [null, true, false, 1.5, -1, 0, 1e300, -0, Number.MAX_SAFE_INTEGER];
    const members = (): unknown[] => Array.from({ length: this.below(3) }, () => this.hostile(depth + 1));
    if (this.chance(0.5)) return this.one(scalars);
    return this.chance(0.5) ? members() : Object.fromEntries(members().map((each) => [this.text(), each]));
  }
}
