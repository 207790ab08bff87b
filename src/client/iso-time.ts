const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]([01]\d|2[0-3])(?::?([0-5]\d))?))?$/;

/** True for a date, or a time with an offset, that the calendar has (F-value-03). */
export function isTime(text: string): boolean {
  const [, ...parts] = pattern.exec(text) ?? [];
  if (parts.length === 0) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const date = new Date(Date.UTC(year, month - 1, day));
  const isOfCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isOfCalendar && hour < 24 && minute < 60 && second < 60;
}
