/**
 * An integer of up to 64 bits as answers give it, such as an amount in micro units: a number, and beyond 2^53 - 1 the text
 * of its digits. `BigInt(value)` takes both without loss.
 */
export type Long = number | string;

/** An integer of up to 64 bits as a call takes it: a number up to 2^53 - 1, a bigint, or the text of its digits. */
export type LongGiven = number | bigint | string;

/** One of the known words, or another one: the platform may add some. */
export type Choice<Known extends string> = Known | (string & Record<never, never>);

/** What the platform read of a request, in its answer (F-request-05). */
interface Echo {
  readonly request?: unknown;
}

/** An answer of the advertising API about one record. */
export interface AdsAnswer<Record> extends Echo {
  readonly data: Record;
}

/** An answer of the advertising API about several records, in the order of the request. */
export interface AdsRecords<Record> extends Echo {
  readonly data: readonly Record[];
}

/** One page of a list of the advertising API. */
export interface AdsPage<Record> extends AdsRecords<Record> {
  /** Leads to the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Of the whole list, where it was asked for. */
  readonly total_count?: number;
}

/** What the data API could not answer for, beside what it could (F-data-18). */
export interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly type?: string;
}

/** What stands beside the data of an answer of the data API. */
interface BesideData<Included> {
  /** Related objects, where an expansion asks for them. */
  readonly includes?: Included;
  readonly errors?: readonly Problem[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** An answer of the data API about one record. */
export interface DataAnswer<Record, Included> extends BesideData<Included> {
  readonly data: Record;
}

/** An answer of the data API about several records. */
export interface DataRecords<Record, Included> extends BesideData<Included> {
  readonly data: readonly Record[];
}

/** A list, read as far as somebody asks: `for await (const record of list)`. */
export interface List<Record, Page> extends AsyncIterable<Record> {
  /** The page that the input asks for, and no other. */
  page(): Promise<Page>;
  /** Every page from there to the end, each read when it is asked for. */
  pages(): AsyncIterable<Page>;
}

/** A list of the advertising API. */
export type AdsList<Record> = List<Record, AdsPage<Record>>;
/** A list of the data API. */
export type DataList<Record, Included> = List<Record, DataRecords<Record, Included>>;

/**
 * A stream of events that ends when the reader leaves it, or the client is closed. A connection that breaks, or is silent
 * for longer than its sign of life, throws PlatformError: what was missed can be asked for anew.
 */
export type Events<Event> = AsyncIterable<Event>;
