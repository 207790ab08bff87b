import { isList, plainLong, type Value } from '../value.ts';
import { normalTime } from './normal-time.ts';
import type { ParamType } from './param.ts';
import { readMembers, readVariant } from './read-object.ts';
import type { Reading } from './reading.ts';

/**
 * The typed value of a parameter from its wire form: text (query, form) or a JSON value.
 * Lists come joined by commas or as a JSON list. Problems use the platform's wording (F-error-05).
 */
export function readValue(name: string, is: ParamType, raw: Value): Reading {
  if (is.type === 'list') return readList(name, is, raw);
  if (is.type === 'object') return readMembers(name, is.members(), raw, readValue);
  if (is.type === 'variant') return readVariant(name, is, raw, readValue);
  if (isList(raw) || (typeof raw === 'object' && raw !== null))
    return expected(name, typeNames[is.type], raw);
  return readScalar(name, is, raw);
}

type Scalar = Exclude<ParamType, { readonly type: 'list' | 'object' | 'variant' }>;

function readScalar(name: string, is: Scalar, raw: Value): Reading {
  if (is.type === 'text') return readText(name, is, raw);
  if (is.type === 'boolean') return readFlag(name, raw);
  if (is.type === 'id') return readId(name, raw);
  if (is.type === 'enum') return readChoice(name, is, raw);
  if (is.type === 'time') return readTime(name, raw);
  if (is.type === 'hashtag') return readHashtag(name, is, raw);
  return 'min' in is ? readWhole(name, is, raw) : readPattern(name, is, raw);
}

// Clients send ids also as bare JSON numbers.
function readId(name: string, raw: Value): Reading {
  const isScalar = typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'bigint';
  return isScalar && /^\w{1,64}$/.test(String(raw)) ? { value: String(raw) } : expected(name, 'id', raw);
}

function readChoice(name: string, is: Extract<Scalar, { readonly type: 'enum' }>, raw: Value): Reading {
  const isKnown = typeof raw === 'string' && is.values.includes(raw);
  return isKnown ? { value: raw } : expected(name, `a value in ${is.values.join(', ')}`, raw);
}

function readTime(name: string, raw: Value): Reading {
  const time = typeof raw === 'string' ? normalTime(raw) : undefined;
  return time === undefined ? expected(name, typeNames.time, raw) : { value: time };
}

function readHashtag(name: string, is: { readonly max: number }, raw: Value): Reading {
  const reading = readText(
    name,
    { min: 2, max: is.max + 1 },
    typeof raw === 'string' ? `#${raw.replace(/^#/, '')}` : raw,
  );
  if ('problem' in reading) return reading;
  return typeof raw === 'string' && /^#?[^\s#]+$/.test(raw)
    ? { value: raw }
    : expected(name, 'a hashtag', raw);
}

type Pattern = Extract<
  Scalar,
  {
    readonly type: 'url' | 'domain' | 'currency' | 'media_key' | 'card_uri' | 'country' | 'digits' | 'sha256';
  }
>;

function readPattern(name: string, is: Pattern, raw: Value): Reading {
  const fits = typeof raw === 'string' && patterns[is.type](raw);
  return fits ? { value: raw } : expected(name, typeNames[is.type], raw);
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const patterns: Readonly<Record<Pattern['type'], (raw: string) => boolean>> = {
  url: (raw) => /^https?:\/\//i.test(raw) && !/\s/.test(raw) && URL.canParse(raw),
  domain: (raw) => /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(raw),
  currency: (raw) => currencies.has(raw),
  media_key: (raw) => /^\d{1,9}_\d{1,20}$/.test(raw),
  card_uri: (raw) => /^card:\/\/\w{1,64}$/.test(raw),
  country: (raw) => /^[A-Z]{2}$/.test(raw) && regions.of(raw) !== undefined,
  digits: (raw) => /^\d{1,32}$/.test(raw),
  sha256: (raw) => /^[0-9a-f]{64}$/i.test(raw),
};

function readText(name: string, is: { readonly min: number; readonly max: number }, raw: Value): Reading {
  if (typeof raw !== 'string') return expected(name, 'String', raw);
  if (!raw.isWellFormed() || /(?![\t\n\r])\p{Cc}/u.test(raw)) {
    return {
      problem: { code: 'ILLEGAL_CHARACTERS', message: `Illegal characters in ${name}`, parameter: name },
    };
  }
  const length = codePoints(raw);
  if (length >= is.min && length <= is.max) return { value: raw };
  const message = `Expected ${is.min} to ${is.max} characters, got ${length} for ${name}`;
  return { problem: { code: 'INVALID_PARAMETER', message, parameter: name, value: clip(raw) } };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const longMax = 2n ** 63n - 1n;

function readWhole(
  name: string,
  is: Scalar & { readonly min: number; readonly max?: number },
  raw: Value,
): Reading {
  const word = is.type === 'int' ? 'Integer' : 'Long';
  const digits =
    typeof raw === 'string' ? raw : typeof raw === 'bigint' || typeof raw === 'number' ? String(raw) : '';
  if (!/^-?\d{1,19}$/.test(digits)) return expected(name, word, raw);
  const value = BigInt(digits);
  if (value > longMax || value < -longMax - 1n) return expected(name, word, raw);
  const aboveMax = is.max !== undefined && value > BigInt(is.max);
  if (value >= BigInt(is.min) && !aboveMax) return { value: plainLong(value) };
  const range = is.max === undefined ? `at least ${is.min}` : `between ${is.min} and ${is.max}`;
  return expected(name, `a value ${range}`, raw);
}

function readFlag(name: string, raw: Value): Reading {
  if (typeof raw === 'boolean') return { value: raw };
  const word = typeof raw === 'string' ? raw.toLowerCase() : '';
  return word === 'true' || word === 'false' ? { value: word === 'true' } : expected(name, 'Boolean', raw);
}

function readList(name: string, is: Extract<ParamType, { readonly type: 'list' }>, raw: Value): Reading {
  const items = isList(raw)
    ? raw
    : typeof raw === 'string' && raw !== ''
      ? raw.split(',')
      : raw === ''
        ? []
        : [raw];
  if (items.length < is.min)
    return listProblem(name, `A minimum of ${is.min} items must be provided for ${name}`);
  if (items.length > is.max)
    return listProblem(name, `A maximum of ${is.max} items may be provided for ${name}`);
  const values: Value[] = [];
  const isPlain = is.of.type !== 'object' && is.of.type !== 'variant' && is.of.type !== 'list';
  for (const [index, item] of items.entries()) {
    const reading = readValue(isPlain ? name : `${name}.${index}`, is.of, item);
    if ('problem' in reading) return reading;
    values.push(reading.value);
  }
  return { value: [...new Set(values)] };
}

function listProblem(name: string, message: string): Reading {
  return { problem: { code: 'INVALID_PARAMETER', message, parameter: name } };
}

const typeNames: Readonly<Record<ParamType['type'], string>> = {
  text: 'String',
  id: 'id',
  url: 'URL',
  domain: 'domain name',
  currency: 'ISO 4217 code',
  enum: 'a value',
  boolean: 'Boolean',
  int: 'Integer',
  money: 'Long',
  long: 'Long',
  time: 'time',
  media_key: 'media key',
  card_uri: 'card URI',
  country: 'ISO 3166-1 alpha-2 code',
  digits: 'number',
  sha256: 'SHA256 hash of 64 hexadecimal digits',
  hashtag: 'hashtag',
  object: 'object',
  variant: 'object',
  list: 'list',
};

function expected(name: string, what: string, raw: Value): Reading {
  const shown = clip(
    typeof raw === 'object' && raw !== null ? (isList(raw) ? 'a list' : 'an object') : String(raw),
  );
  const message = `Expected ${what}, got "${shown}" for ${name}`;
  return { problem: { code: 'INVALID_PARAMETER', message, parameter: name, value: shown } };
}

function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
