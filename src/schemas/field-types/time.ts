import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { defineFieldType } from '../define-field-type.ts';
import { parseTime, type TimeFault } from '../times.ts';
import { plainText } from '../values.ts';
import { refuse, template } from './refuse.ts';

const timeFaults: Readonly<Record<TimeFault, { readonly message: string; readonly remedy: string }>> = {
  form: { message: 'is not a time', remedy: 'Write it as 2026-12-01T00:00:00Z.' },
  offset: { message: 'has no offset from UTC', remedy: 'Add Z for UTC or an offset such as +01:00.' },
  fraction: {
    message: 'has fractions of a second',
    remedy: 'The platform keeps whole seconds: leave the fraction out.',
  },
  calendar: {
    message: 'is not a day and time of the calendar',
    remedy: 'Check the day of the month and the hour.',
  },
};

/** An instant, with an offset and whole seconds. */
export function time(): FieldType {
  const editor = { anyOf: [{ type: 'string', format: 'date-time' }, template] };
  return defineFieldType({
    name: 'time',
    document: () =>
      z
        .string()
        .transform((value, context) => {
          const parsed = parseTime(value);
          if ('time' in parsed) return parsed.time;
          const { message, remedy } = timeFaults[parsed.fault];
          return refuse(context, message, remedyFor(parsed.fault, value) ?? remedy);
        })
        .meta({ editor }),
    live: () =>
      z
        .string()
        .transform((value) => {
          const parsed = parseTime(value);
          return 'time' in parsed ? parsed.time : value;
        })
        .nullable(),
    show: plainText,
  });
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?(?:Z| ?UTC)?$/;

/** The remedy with what was written in the right form, where that is certain; which of 12/01/2026 is the month is not. */
function remedyFor(fault: TimeFault, value: string): string | undefined {
  if (fault !== 'form' && fault !== 'offset') return undefined;
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] =
    yearFirst.exec(value) ?? [];
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  return 'time' in parseTime(`${local}Z`)
    ? `Write ${local}Z for UTC, or another offset: ${local}+01:00.`
    : undefined;
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}
