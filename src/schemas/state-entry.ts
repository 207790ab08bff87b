import { z } from 'zod';
import type { Value } from './values.ts';

const value: z.ZodType<Value> = z.json();

/** One resource in the state: which record of the platform an address stands for, and what was last applied to it. */
export const stateEntrySchema = z.strictObject({
  address: z.string(),
  kind: z.string(),
  accountKey: z.string(),
  accountId: z.string(),
  id: z.string(),
  /** How it came to be ours; an external one is only referred to and updated. */
  origin: z.enum(['created', 'adopted', 'external']),
  /** By wire name: the values as last declared, with references resolved to ids. */
  declared: z.record(z.string(), value),
  /** By wire name: what the platform answered for those, the normal form of the declared value. */
  answered: z.record(z.string(), value),
  /**
   * By wire name: both for fields that the document declared once and leaves out now. They are compared with nothing,
   * and count as last applied once the document declares them again.
   */
  noLongerManaged: z
    .strictObject({ declared: z.record(z.string(), value), answered: z.record(z.string(), value) })
    .optional(),
  /** The project of the file that declared it; left out by versions that did not know of projects. */
  project: z.string().optional(),
  /** The file that declared it, relative to the root of its project; without a project, to some working directory. */
  file: z.string(),
  preventDestroy: z.boolean(),
  /**
   * adsync has paused it, or made it PAUSED, on the way to a change, and is to switch it on last: the status is not the
   * document's doing.
   */
  pausedOnTheWay: z.literal(true).optional(),
  /**
   * While it is paused on the way: the platform's time at which adsync changed the record last, or at the latest can
   * have. A record that was changed later was changed by somebody else. Left out by versions that did not keep it.
   */
  ownChangeAt: z.string().optional(),
  /**
   * By wire name: values that the document does not manage, and that a new record is to have. adsync has deleted the
   * record with this id in order to make that one, which does not exist yet.
   */
  toCarryOver: z.record(z.string(), value).optional(),
});
export type StateEntry = z.infer<typeof stateEntrySchema>;

/** Which account and platform an account key stands for; a state never serves another. */
export const bindingSchema = z.strictObject({
  accountKey: z.string(),
  accountId: z.string(),
  /** The advertising host, or `loopback` for every address on this machine. */
  host: z.string(),
  /** The sandbox that the account was read from last; left out for the platform itself. */
  sandbox: z.string().optional(),
});
export type Binding = z.infer<typeof bindingSchema>;

/** The policy that an account was applied with last, as the document wrote it. */
export const rememberedPolicySchema = z.strictObject({
  accountId: z.string(),
  /** By the document's names, every value as its source text. */
  policy: z.record(z.string(), value),
});
export type RememberedPolicy = z.infer<typeof rememberedPolicySchema>;

/** One operation of a request about to be sent. */
const intendedOperationSchema = z.strictObject({
  operation: z.int(),
  type: z.enum(['Create', 'Update', 'Delete']),
  address: z.string(),
  kind: z.string(),
  /** The record's id; `null` for a create. */
  id: z.string().nullable(),
  /** The record it stands under, where only a list of what stands below that one shows it. */
  parentId: z.string().optional(),
  /** The value whose list shows it, where each value has a list of its own. */
  listedUnder: z.string().optional(),
  /** All fields sent, by wire name, with ids resolved; sensitive values as digests. */
  params: z.record(z.string(), value),
  /** For a create: ids of live records from before it was sent that matched its natural key, or had just been made. */
  known: z.array(z.string()),
  /**
   * The entry that the state holds once the operation has taken effect; its id is empty for a create. `null` after a
   * delete, unless a new record is to take values over from the deleted one.
   */
  entry: stateEntrySchema.nullable(),
});
export type IntendedOperation = z.infer<typeof intendedOperationSchema>;

/** A request, recorded before it is sent. A batch takes effect as a whole or not at all. */
export const intentSchema = z.strictObject({
  run: z.string(),
  accountId: z.string(),
  step: z.int(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  /** Platform time when it was recorded, in milliseconds since 1970. */
  at: z.int(),
  /** How long the request may take, in milliseconds; until then, and a settling time, absence proves nothing. */
  timeoutMs: z.int(),
  operations: z.array(intendedOperationSchema),
});
export type Intent = z.infer<typeof intentSchema>;
