import type { Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';

/** What was read from one parameter: its typed value, or why it cannot be one. */
export type Reading = { readonly value: Value } | { readonly problem: Problem };
