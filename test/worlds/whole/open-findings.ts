import type { Finding } from './trial.ts';
import type { WholeSpec } from './whole-spec.ts';

/** A breach of a law that the planner is known to have: counted and shown by name, and not failed. */
interface OpenFinding {
  readonly law: string;
  /** A part of what the judge says of it. */
  readonly about?: string;
  /** Only where the plan is for a part of the document. */
  readonly partial?: true;
  readonly why: string;
}

/** Each line goes with its mend; the law fails as soon as anything else is broken. */
const open: readonly OpenFinding[] = [];

/** The reason that a finding is let pass for; `undefined` where it is none of those. */
export function openReason({ law, what }: Finding, { selection }: WholeSpec): string | undefined {
  const isPartial = selection !== undefined;
  return open.find(
    (each) => each.law === law && what.includes(each.about ?? '') && (each.partial !== true || isPartial),
  )?.why;
}
