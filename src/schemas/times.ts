const timeText = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;
const zoneText = /^(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** What can be wrong with the text of a time. */
export type TimeFault = 'form' | 'offset' | 'fraction' | 'calendar';

/**
 * The platform's form of an instant, `2026-12-01T00:00:00Z`, from a text with an offset and whole seconds.
 * The platform stores whole seconds in UTC (F-value-03).
 */
export function parseTime(text: string): { readonly time: string } | { readonly fault: TimeFault } {
  const parts = timeText.exec(text);
  if (parts === null) return { fault: 'form' };
  if (parts[8] === undefined) return { fault: 'offset' };
  if (parts[7] !== undefined) return { fault: 'fraction' };
  const written = text.slice(0, 19);
  const local = Date.parse(`${written}Z`);
  if (Number.isNaN(local) || !zoneText.test(parts[8])) return { fault: 'calendar' };
  const utc = new Date(local - offsetMs(parts[8])).toISOString();
  // Parsing takes 30 February for 2 March, and a zone can lead beyond the years of four digits.
  const isOnCalendar = new Date(local).toISOString().startsWith(written) && /^\d{4}-/.test(utc);
  return isOnCalendar ? { time: `${utc.slice(0, 19)}Z` } : { fault: 'calendar' };
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
}

/** The normal form of a time given in milliseconds since 1970, to the whole second before it. */
export function timeAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Milliseconds since 1970 of a time in its normal form; not a number for what is no time. */
export function momentOf(time: string): number {
  return Date.parse(time);
}
