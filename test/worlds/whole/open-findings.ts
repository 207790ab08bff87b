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
const open: readonly OpenFinding[] = [
  {
    law: 'thrown',
    about: 'waits for itself',
    why: 'two campaigns are paused on the way for a line item that moves from one to the other',
  },
  { law: 'targeting', partial: true, why: 'one member of a set is chosen without the others' },
  { law: 'ours unnamed', partial: true, why: 'a part of a record that is replaced or goes is chosen alone' },
  { law: 'consent', partial: true, why: 'a new key is chosen without the old one, which people deleted' },
  { law: 'excluded', about: 'moves elsewhere', why: 'the old address of what moves is excluded' },
  { law: 'next run', why: 'a run cut short leaves PAUSED what it paused or carried on the way' },
  { law: 'foreign', why: 'what people made beneath a record of ours goes with it' },
  { law: 'policy', about: 'without a daily bound', why: 'max_daily_budget passes what has no daily bound' },
  { law: 'uncapped before', why: 'the planner does not fill uncapped_before' },
  {
    law: 'second plan',
    about: '/targeting/',
    why: 'a member that people deleted from an ignored set is forgotten when its line item moves',
  },
  {
    law: 'second plan',
    about: '"cause":"config"',
    why: 'what people made of an ignored field is remembered as applied by a replacement',
  },
  {
    law: 'second plan',
    about: 'state:',
    why: 'a status that is carried into a new record is remembered as the default',
  },
];

/** The reason that a finding is let pass for; `undefined` where it is none of those. */
export function openReason({ law, what }: Finding, { selection }: WholeSpec): string | undefined {
  const isPartial = selection !== undefined;
  return open.find(
    (each) => each.law === law && what.includes(each.about ?? '') && (each.partial !== true || isPartial),
  )?.why;
}
