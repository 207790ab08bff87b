import { z } from 'zod';
import type { Problem } from '../wire/api-error.ts';

/** A control call that cannot be carried out: answered with 400 and the message, or with each of the problems. */
export class ControlError extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = [{ code: 'INVALID_PARAMETER', message }]) {
    super(message);
    this.name = 'ControlError';
    this.problems = problems;
  }
}

/** The body of a control call as the schema has it. Throws ControlError that names every key that is wrong. */
export function readControl<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new ControlError(z.prettifyError(read.error));
}
