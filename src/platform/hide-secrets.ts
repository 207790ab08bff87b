import { causeText } from '../diagnostics/cause-text.ts';
import { decodings } from './decoded-text.ts';
import type { Credentials } from './secret.ts';
import { maskTexts, type TextMask } from './text-mask.ts';
import type { WireOutcome } from './transport.ts';

/** Shorter ones are none of the platform's, and would be found in many a word. */
const shortestCredential = 8;

/**
 * What hides the credentials. An access token may begin with its user's id and a dash; the id is no secret, and stands in
 * many records.
 */
export function credentialsMask({
  consumerKey,
  consumerSecret,
  accessToken,
  accessTokenSecret,
}: Credentials): TextMask {
  const token = accessToken.reveal().replace(/^\d+-/, '');
  const texts = [consumerKey, consumerSecret.reveal(), token, accessTokenSecret.reveal()];
  return maskTexts(
    texts.filter(({ length }) => length >= shortestCredential),
    // Every name on the platform passes this mask, and one that is changed would look like a change.
    { mark: '[redacted]', spareWords: true },
  );
}

/** What hides the signature of one request, from its `Authorization` header if it has one, and the sensitive values that it sends. */
export function requestMask(authorization: string | undefined, sensitive: readonly string[] = []): TextMask {
  const signature = /oauth_signature="([^"]+)"/.exec(authorization ?? '')?.[1] ?? authorization ?? '';
  const texts = [decodeURIComponent(signature), ...sensitive].filter((text) => text !== '');
  return maskTexts(texts, { mark: '(sensitive)' });
}

/** To look for so many values takes milliseconds; for thousands, as a list of people has them, it takes seconds. */
const fewValues = 100;
const shortestPart = 8;
/** What is told of a failure is short. */
const longestTold = 1_000_000;

/**
 * Of many values those that stand in what came back, whole or in part, as they are or with escapes: the only ones that a mask
 * has to look for. A few are all looked for, so that other ways of writing them are found as well.
 */
export function valuesWithin(values: readonly string[], wire: WireOutcome): readonly string[] {
  if (values.length <= fewValues) return values;
  const told = toldBy(wire);
  if (told === undefined || told.length > longestTold) return values;
  const parts = new Set<string>();
  for (const { text } of decodings(told))
    for (let at = 0; at + shortestPart <= text.length; at += 1) parts.add(text.slice(at, at + shortestPart));
  return values.filter((value) => isPartly(value, parts, told));
}

/** All text of what came back; `undefined` where it is nested too deeply to be written. */
function toldBy(wire: WireOutcome): string | undefined {
  if (wire.kind === 'no-answer') return causeText(wire.cause);
  try {
    return JSON.stringify([wire.headers, wire.body]);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isPartly(value: string, parts: ReadonlySet<string>, told: string): boolean {
  if (value.length < shortestPart) return told.includes(value);
  for (let at = 0; at + shortestPart <= value.length; at += 1)
    if (parts.has(value.slice(at, at + shortestPart))) return true;
  return false;
}

/**
 * What came back for a request, with the mark of the mask in every text that the platform wrote: names and values of the
 * body, headers, and what is told of a broken answer. Nothing else is made of an answer before.
 */
export function hideInAnswer(wire: WireOutcome, mask: TextMask): WireOutcome {
  if (wire.kind === 'no-answer') return { ...wire, cause: hideInCause(wire.cause, mask) };
  const headers = Object.fromEntries(
    Object.entries(wire.headers).map(([name, value]) => [name, hideInHeader(value, mask)]),
  );
  const { body } = wire;
  if ('problem' in body) {
    const kept = body.text === undefined ? {} : { text: mask.hide(body.text) };
    return { ...wire, headers, body: { problem: mask.hide(body.problem), ...kept } };
  }
  return { ...wire, headers, body: hideInBody(body, mask) };
}

type Answered = Extract<WireOutcome, { readonly kind: 'answer' }>;

function hideInHeader(
  value: string | readonly string[] | undefined,
  mask: TextMask,
): string | string[] | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? mask.hide(value) : value.map((each) => mask.hide(each));
}

function hideInCause(cause: unknown, mask: TextMask): unknown {
  const told = cause instanceof Error ? `${cause.stack}\n${causeText(cause)}` : String(cause);
  return mask.finds(told) ? new Error(mask.hide(causeText(cause))) : cause;
}

function hideInBody(
  body: { readonly value: unknown; readonly text?: string },
  mask: TextMask,
): Answered['body'] {
  if (!isFoundIn(body.value, mask)) return body;
  try {
    const value = hideInValue(body.value, mask);
    // Escapes can hide in a text what its value shows, so that the text is made anew.
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { value, ...(body.text !== undefined && { text }) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'the answer is nested too deeply' };
    throw error;
  }
}

/** Looks at every text of a value, however deeply it is nested. */
function isFoundIn(value: unknown, mask: TextMask): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'object' && next !== null) {
      if (!Array.isArray(next) && Object.keys(next).some((name) => mask.finds(name))) return true;
      for (const below of Object.values(next)) left.push(below);
    } else if (isText(next) && mask.finds(String(next))) return true;
  }
  return false;
}

function hideInValue(value: unknown, mask: TextMask): unknown {
  if (Array.isArray(value)) return value.map((below) => hideInValue(below, mask));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, below]) => [mask.hide(name), hideInValue(below, mask)]),
    );
  return isText(value) && mask.finds(String(value)) ? mask.hide(String(value)) : value;
}

/** Digits alone are a text as well, for an answer may write them without quotation marks. */
function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
