const accepted = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}(?::?\d{2})?))?$/;

const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * A time as the platform stores it, `2026-12-01T00:00:00Z`, from a date alone or a time with `Z`, `+HH`, `+HHMM` or
 * `+HH:MM` (F-value-03). Undefined for everything else: dates outside the calendar, before 1970 or
 * after 9999.
 */
export function normalTime(text: string): string | undefined {
  const parts = accepted.exec(text);
  if (parts === null) return undefined;
  const [, date = '', clock = '00:00:00', offset = 'Z'] = parts;
  const local = Date.parse(`${date}T${clock}Z`);
  // Date.parse takes 30 February for 2 March, and 24:00:00 for the next day.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(`${date}T${clock}`)) return undefined;
  const instant = local - offsetMs(offset);
  return instant >= 0 && instant <= latest ? wholeSeconds(instant) : undefined;
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** An instant (milliseconds since 1970) in whole seconds of UTC, `2026-12-01T00:00:00Z`. */
export function wholeSeconds(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
