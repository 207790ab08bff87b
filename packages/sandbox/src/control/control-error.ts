import { z } from 'zod';

/** A control call that cannot be carried out: answered with 400 and the message. */
export class ControlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ControlError';
  }
}

/** The body of a control call as the schema has it. Throws ControlError that names every key that is wrong. */
export function readControl<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new ControlError(z.prettifyError(read.error));
}
