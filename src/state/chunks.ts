/** Rows of one statement: well below the 32,766 parameters that SQLite takes. */
const rowsPerStatement = 1000;

/** The items in parts, each of which one statement takes. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += rowsPerStatement)
    yield items.slice(start, start + rowsPerStatement);
}
