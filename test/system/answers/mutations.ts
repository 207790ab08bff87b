import type { Answer } from './answer-proxy.ts';

/** One way in which an answer can be wrong: at one place, by its number in the course. */
export interface Mutation {
  /** The answer's number in the undisturbed course. */
  readonly number: number;
  /** What was asked, the place in the answer, and what stands there instead. */
  readonly name: string;
  readonly change: (answer: Answer) => Answer;
}

/** Ids that the program must not take for its own. */
export interface Others {
  readonly account: string;
  readonly campaign: string;
}

/** Every mutation of every answer: each member of its JSON, each of its headers, its status, and the body as a whole. */
export function mutationsOf(answers: readonly Answer[], others: Others): readonly Mutation[] {
  return answers.flatMap((answer, number) => {
    const named = [...ofBody(answer, others), ...ofHeaders(answer), ...ofWhole(answer)];
    return named.map(([name, change]) => ({ number, name: `${answer.request}: ${name}`, change }));
  });
}

type Named = readonly [name: string, change: Mutation['change']];

function ofBody(answer: Answer, others: Others): readonly Named[] {
  const parsed = parsedOf(answer.body);
  if (parsed === undefined) return [];
  return pathsIn(parsed).flatMap((path) =>
    instead(valueAt(parsed, path), others).map(
      ([name, value]): Named => [`${path.join('.')} ${name}`, (given) => withBody(given, path, value)],
    ),
  );
}

const dropped = Symbol('dropped');
type Replacement = readonly [name: string, value: unknown];

/** What may stand in the place of a value. */
function instead(value: unknown, { account, campaign }: Others): readonly Replacement[] {
  const other: readonly Replacement[] = [
    ['dropped', dropped],
    ['null', null],
  ];
  if (typeof value === 'string')
    return [
      ...other,
      ['as a number', 7],
      ['empty', ''],
      ['of a megabyte', 'x'.repeat(1_000_000)],
      ['as an id of another account', account],
      ['as the id of a campaign of others', campaign],
    ];
  if (typeof value === 'number')
    return [...other, ['as a text', 'seven'], ['beyond 64 bits', 2 ** 70], ['below zero', -1]];
  if (typeof value === 'boolean') return [...other, ['as a text', 'yes'], ['turned', !value]];
  if (value === null)
    return [
      ['dropped', dropped],
      ['as an object', {}],
      ['as a text', 'x'],
    ];
  if (Array.isArray(value)) {
    const members: readonly unknown[] = value;
    return [...other, ['as an object', {}], ['empty', []], ['twice', [...members, ...members]]];
  }
  return [...other, ['as a list', []], ['empty', {}]];
}

function ofHeaders({ headers }: Answer): readonly Named[] {
  return Object.keys(headers).flatMap((header): readonly Named[] => [
    [`header ${header} dropped`, (given) => withHeader(given, header, undefined)],
    ...['', 'NaN', '-1', '999999999999999999999', 'Thu, 01 Jan 1970 00:00:00 GMT'].map(
      (value): Named => [`header ${header}: ${value}`, (given) => withHeader(given, header, value)],
    ),
  ]);
}

function ofWhole({ request, body }: Answer): readonly Named[] {
  // A write that is answered 429 was not carried out, which the program relies on.
  const refusals = request.startsWith('GET ') ? [429] : [];
  return [
    ...[204, 301, 400, 401, 403, 404, 408, 500, 503, ...refusals].map(
      (status): Named => [`status ${status}`, (given) => ({ ...given, status })],
    ),
    ...Object.entries({
      'no body': '',
      'half of the body': body.slice(0, body.length / 2),
      'a page of a proxy': '<html><body>Sign in</body></html>',
      'deep lists': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      'an answer with __proto__': '{"__proto__":{"data":[]},"data":{"__proto__":{"id":"x"}}}',
    }).map(([name, text]): Named => [name, (given) => withText(given, text)]),
  ];
}

function parsedOf(body: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed;
  } catch {
    return undefined;
  }
}

type Path = readonly string[];

/** Every place in a value, the whole first; of a list only the first and the last member. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Object.keys(value);
  const entered = Array.isArray(value)
    ? new Set(keys.filter((_, index) => index % (keys.length - 1 || 1) === 0))
    : keys;
  return [path, ...[...entered].flatMap((key) => pathsIn(childOf(value, key), [...path, key]))];
}

function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce(childOf, value);
}

/** The answer with another value at a place of its body; as it was where a later answer has no such place. */
function withBody(answer: Answer, path: Path, value: unknown): Answer {
  const parsed = parsedOf(answer.body);
  const last = path.at(-1);
  if (last === undefined) return withText(answer, value === dropped ? '' : JSON.stringify(value));
  const holder = valueAt(parsed, path.slice(0, -1));
  if (typeof holder !== 'object' || holder === null) return answer;
  if (value === dropped) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return withText(answer, JSON.stringify(parsed));
}

function withText(answer: Answer, body: string): Answer {
  return withHeader({ ...answer, body }, 'content-length', String(Buffer.byteLength(body)));
}

function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const { [name]: _, ...others } = answer.headers;
  return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
}
