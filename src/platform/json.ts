declare global {
  interface JSON {
    /** The reviver of ECMAScript 2025, which sees a number's source text. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** A value that is written as this text of a number or another literal (ECMAScript proposal, in Node since 22). */
    rawJSON(text: string): unknown;
  }
}

// A reviver makes parsing five times slower, so that it runs only where a number is long enough to need it.
const longNumber = /(?:^|[[:,])\s*-?\d{16}/;
const integer = /^-?\d+$/;

/**
 * The value of a JSON text, with every integer beyond 2^53 - 1 as the text of its digits: the platform writes 64-bit
 * ids as bare numbers in places (F-value-02).
 * Throws SyntaxError for what is no JSON, or is nested too deeply to be walked.
 */
export function parseJson(text: string): unknown {
  if (!longNumber.test(text)) {
    const value: unknown = JSON.parse(text);
    return value;
  }
  try {
    return JSON.parse(text, exactNumber);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('nested too deeply', { cause: error });
    throw error;
  }
}

/**
 * The JSON text of a value again, every number as it was written, and nothing twice that one object names twice: what is
 * read of the text is what the result says. On lines of their own, with `indent` blanks, where that is given.
 * Throws SyntaxError for what is no JSON, or is nested too deeply to be walked.
 */
export function rewriteJson(text: string, indent?: number): string {
  try {
    return JSON.stringify(parseAsWritten(text), undefined, indent);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('nested too deeply', { cause: error });
    throw error;
  }
}

/** The value of a JSON text whose numbers `JSON.stringify` writes as they were. Throws as `JSON.parse` does. */
export function parseAsWritten(text: string): unknown {
  return JSON.parse(text, asWritten);
}

function asWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value;
}

function exactNumber(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return integer.test(source) ? source : value;
}
