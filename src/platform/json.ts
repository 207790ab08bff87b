declare global {
  interface JSON {
    /** The reviver of ECMAScript 2025, which sees a number's source text. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
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

function exactNumber(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return integer.test(source) ? source : value;
}
