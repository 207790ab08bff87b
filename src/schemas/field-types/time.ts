import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { parseTime, type TimeFault } from '../times.ts';
import { plainText } from '../values.ts';
import { refuse, template } from './refuse.ts';

const timeFaults: Readonly<Record<TimeFault, { readonly message: string; readonly remedy: string }>> = {
  form: { message: 'is not a time', remedy: 'Write it as 2026-12-01T00:00:00Z.' },
  offset: {
    message: 'has no offset from UTC',
    remedy: 'Add Z for UTC or an offset such as +01:00: 2026-12-01T00:00:00Z.',
  },
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
  const document = z.string().transform((value, context) => {
    const parsed = parseTime(value);
    if ('time' in parsed) return parsed.time;
    const { message, remedy } = timeFaults[parsed.fault];
    return refuse(context, message, remedy);
  });
  const live = z.string().transform((value) => {
    const parsed = parseTime(value);
    return 'time' in parsed ? parsed.time : value;
  });
  const editor = { anyOf: [{ type: 'string', format: 'date-time' }, template] };
  return { name: 'time', document: document.meta({ editor }), live: live.nullable(), show: plainText };
}
