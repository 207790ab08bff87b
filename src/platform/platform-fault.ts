import { z } from 'zod';

/** One thing that the platform says is wrong. */
export interface PlatformFault {
  /** A word such as `INVALID_PARAMETER`, or the digits of one of the gateway's numbers such as `89`. */
  readonly code: string;
  readonly message: string;
  /** The name of the request's parameter it is about. */
  readonly parameter?: string;
}

/** All that the body of an answer says is wrong. */
export interface PlatformFaults {
  /** About the request as a whole. */
  readonly errors: readonly PlatformFault[];
  /** About the operations of a batch, by position; an operation without fault has an empty list. */
  readonly operationErrors: readonly (readonly PlatformFault[])[];
}

const text = z.union([z.string(), z.number().transform(String)]);
const fault = z
  .object({
    code: text.catch('UNKNOWN'),
    message: z.string().catch(''),
    parameter: z.string().optional().catch(undefined),
  })
  .transform(({ code, message, parameter }): PlatformFault => {
    return parameter === undefined ? { code, message } : { code, message, parameter };
  })
  .catch({ code: 'UNKNOWN', message: '' });
const body = z.object({
  errors: z.array(fault).catch([]),
  operation_errors: z.array(z.unknown()).catch([]),
});

/** How the data API refuses: a problem document (F-data-17). */
const problemDocument = z.object({
  title: z.string().min(1),
  detail: z.string().catch(''),
  status: z.number(),
});

/**
 * Reads the faults out of the body of any answer (F-error-01, F-batch-03).
 * What does not have the documented form is kept as a fault with the code `UNKNOWN`, so that no refusal gets lost;
 * `operationErrors` is empty where no operation has a fault.
 */
export function faultsOf(value: unknown): PlatformFaults {
  const parsed = body.safeParse(value);
  if (!parsed.success) return { errors: [], operationErrors: [] };
  const operationErrors = parsed.data.operation_errors.map(ofOperation);
  return {
    errors: [...problemsOf(value), ...parsed.data.errors],
    operationErrors: operationErrors.some((faults) => faults.length > 0) ? operationErrors : [],
  };
}

function problemsOf(value: unknown): readonly PlatformFault[] {
  const problem = problemDocument.safeParse(value);
  return problem.success ? [{ code: problem.data.title, message: problem.data.detail }] : [];
}

/** A list for each operation (F-batch-03); its only fault may stand alone, and none may be `null`. */
function ofOperation(value: unknown): readonly PlatformFault[] {
  if (Array.isArray(value)) return value.map((one) => fault.parse(one));
  const nothing = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return nothing ? [] : [fault.parse(value)];
}
