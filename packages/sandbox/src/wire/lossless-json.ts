import type { Value } from '../value.ts';

declare global {
  interface JSON {
    /** The reviver of ECMAScript 2025, which sees a number's source text. */
    parse(
      text: string,
      reviver: (key: string, value: Value, context: { readonly source?: string }) => Value,
    ): Value;
    rawJSON(text: string): unknown;
  }
}

// A reviver makes parsing five times slower, so that it runs only where a bare number is long enough to need it.
const longNumber = /(?:^|[[:,])\s*-?\d{16}/;

/**
 * The value of a JSON text, with every integer beyond 2^53 - 1 as a bigint.
 * Throws SyntaxError for what is no JSON, and for a nesting too deep to be walked.
 */
export function parseJson(text: string): Value {
  if (!longNumber.test(text)) {
    const plain: unknown = JSON.parse(text);
    return isValue(plain) ? plain : null;
  }
  try {
    return JSON.parse(text, (_key, value, { source }) => exactNumber(value, source));
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('nested too deeply', { cause: error });
    throw error;
  }
}

// What JSON.parse returns is typed as anything; it is never undefined.
function isValue(parsed: unknown): parsed is Value {
  return parsed !== undefined;
}

function exactNumber(value: Value, source: string | undefined): Value {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** The JSON text of a value, bigints as bare numbers (the platform's 64-bit ids: F-value-02). */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // JSON.stringify refuses bigints; the replacer that prints them costs too much for every answer.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part,
    );
  }
}
