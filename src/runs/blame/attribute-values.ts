import type { Actor, FieldBlame, OwnChange, PlatformChange } from '../../schemas/blame.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { momentOf, timeAt } from '../../schemas/times.ts';
import { isDigest, isGiven, ownValue, sameValue, type Value } from '../../schemas/values.ts';
import { assignChanges, slackMs, valueAfter } from './assign-changes.ts';

/** What is known of one record. */
export interface Evidence {
  readonly kind: Kind;
  readonly live: LiveRecord;
  /** The platform's history, the earliest first; `undefined` where it cannot be read. */
  readonly changes: readonly PlatformChange[] | undefined;
  /** The writes of adsync, in the journal's order. */
  readonly writes: readonly OwnChange[];
}

/** The times of platform and record are whole seconds (F-value-03). */
const secondMs = 1000;

/** A change of a field, whoever made it. */
interface Touch {
  readonly at: number;
  readonly by: Actor | 'ambiguous';
  /** `undefined` where it is not told. */
  readonly after: Value | undefined;
}

/**
 * Says of each field of a record that has a value, or lost one, who made it what it is, and when. Where the evidence
 * allows for anybody else, nobody is named.
 */
export function attributeValues(evidence: Evidence): readonly FieldBlame[] {
  const { kind, live, changes = [], writes } = evidence;
  const assigned = assignChanges(changes, writes);
  const known: Known = { ...evidence, changes, ...assigned };
  const wires = [
    ...new Set(
      Object.values(kind.fields)
        .filter(({ readable }) => readable !== false)
        .map(({ wire }) => wire),
    ),
  ];
  const fields = wires.flatMap((wire): FieldBlame[] => {
    const value = ownValue(live.fields, wire) ?? null;
    const wasChanged =
      changes.some(({ type, fields }) => type !== 'CREATE' && fields?.has(wire) === true) ||
      writes.some(({ type, sent }) => type === 'Update' && Object.hasOwn(sent, wire));
    return isGiven(value) || wasChanged ? [attribute(known, wire, value)] : [];
  });
  return live.deleted ? [...fields, attributeDeletion(known)] : fields;
}

interface Known extends Evidence {
  readonly changes: readonly PlatformChange[];
  readonly actors: ReadonlyMap<PlatformChange, Actor | 'ambiguous'>;
  readonly untold: readonly OwnChange[];
}

function attribute(known: Known, wire: string, value: Value): FieldBlame {
  const unknown = (remark: string | null): FieldBlame => ({ wire, value, by: undefined, at: null, remark });
  const named = (by: Actor, at: number): FieldBlame => ({ wire, value, by, at: timeAt(at), remark: null });
  if (isDigest(value)) return unknown('sensitive values are not compared');
  const last = lastTouch(known, wire, value);
  if (typeof last !== 'string' && last !== undefined) return named(last.by, last.at);
  const own = lastOwn(known, wire, value);
  if (own !== undefined) return named(own.by, own.at);
  return unknown(last ?? remarkOn(known, wire, value));
}

/** Who changed the field last by the platform's history, or why that is not certain; `undefined`: no change is told. */
function lastTouch(
  { changes, actors, untold, live }: Known,
  wire: string,
  value: Value,
): { readonly by: Actor; readonly at: number } | string | undefined {
  const touches = changes
    .filter(({ fields }) => fields === undefined || fields.has(wire))
    .map((change): Touch => {
      const by = actors.get(change) ?? 'ambiguous';
      return { at: change.at, by, after: ownValue(change.after, wire) };
    });
  const latest = touches.at(-1)?.at;
  if (latest === undefined) return undefined;
  const ends = touches.filter(({ at }) => at === latest);
  const fitting = ends.filter(({ after }) => after !== undefined && same(after, value));
  const vague = changes.some(({ fields, at }) => fields === undefined && at >= latest);
  if (fitting.length === 0 || vague) return 'the history of the platform does not tell how it got this value';
  const later = changes.filter(({ at }) => at > latest);
  if (later.some(({ after }) => Object.hasOwn(after, wire) && !same(after[wire] ?? null, value)))
    return 'the history of the platform contradicts itself';
  const unexplained = changedAfter(live, changes.at(-1)?.at ?? latest);
  if (unexplained !== undefined)
    return `the record was changed at ${unexplained}, which the history of the platform does not tell`;
  if (untold.some((write) => mayTouch(write, wire) && write.until + slackMs >= latest))
    return 'adsync has written it too, which the history of the platform does not tell';
  const [first, ...rest] = fitting;
  if (first === undefined || first.by === 'ambiguous' || rest.some(({ by }) => !isSame(by, first.by)))
    return 'adsync and somebody else changed the record at the same time, or adsync did alone';
  return { by: first.by, at: latest };
}

function isSame(one: Actor | 'ambiguous', other: Actor | 'ambiguous'): boolean {
  if (one === 'ambiguous' || other === 'ambiguous') return false;
  if (one.actor === 'adsync') return other.actor === 'adsync' && one.run === other.run;
  return other.actor === 'platform' && one.userId === other.userId && one.means === other.means;
}

function same(one: Value, other: Value): boolean {
  return sameValue(one, other) || (!isGiven(one) && !isGiven(other));
}

/** When the record was changed, where that was later than the moment, in milliseconds since 1970. */
function changedAfter({ updatedAt }: LiveRecord, moment: number): string | undefined {
  const at = updatedAt === undefined ? Number.NaN : momentOf(updatedAt);
  return at > moment + secondMs ? updatedAt : undefined;
}

function mayTouch({ type, sent }: OwnChange, wire: string): boolean {
  return type === 'Create' || Object.hasOwn(sent, wire);
}

/** The write of adsync that gave the field its value, where nobody has changed the record since. */
function lastOwn(
  { live, writes, changes }: Known,
  wire: string,
  value: Value,
): { readonly by: Actor; readonly at: number } | undefined {
  if (live.updatedAt === undefined || writes.some(({ isSure }) => !isSure)) return undefined;
  const own = writes.findLast((write) => mayTouch(write, wire));
  if (own === undefined || changedAfter(live, own.until + slackMs - secondMs) !== undefined) return undefined;
  const after = valueAfter(own, wire);
  if (after === undefined ? own.type !== 'Create' : !same(after, value)) return undefined;
  // Two runs at once, or somebody whom the history names: who was last is not known.
  const from = own.from - slackMs;
  const isRival = ({ by, until }: OwnChange): boolean => by.run !== own.by.run && until + slackMs >= from;
  if (writes.some((write) => isRival(write) && mayTouch(write, wire))) return undefined;
  if (changes.some(({ at }) => at >= from)) return undefined;
  return { by: own.by, at: Math.max(momentOf(live.updatedAt), Math.floor(own.from / secondMs) * secondMs) };
}

/** What is known of a value that nobody can be named for. */
function remarkOn({ writes }: Known, wire: string, value: Value): string | null {
  const own = writes.findLast((write) => mayTouch(write, wire));
  if (own === undefined) return writes.length === 0 ? null : 'adsync never wrote it';
  const { user, machine, command, run } = own.by;
  const who = `adsync ${command} of ${user}@${machine} (run ${run})`;
  const when = timeAt(own.from);
  if (!own.isSure) return `${who} may have written it at ${when}; what became of that is not known`;
  const after = valueAfter(own, wire);
  if (after === undefined) return `${who} made the record at ${when} without giving it a value`;
  return same(after, value)
    ? `${who} wrote this value at ${when}; whether somebody changed it since is not told`
    : `somebody changed it after ${when}, when ${who} wrote another value`;
}

/** Who deleted the record. */
function attributeDeletion({ changes, actors, live, writes }: Known): FieldBlame {
  const row = { wire: 'deleted', value: true } as const;
  const deletions = changes.filter(({ type }) => type === 'DELETE');
  const [told, again] = deletions;
  const by = told === undefined || again !== undefined ? undefined : actors.get(told);
  if (told !== undefined && by !== undefined && by !== 'ambiguous')
    return { ...row, by, at: timeAt(told.at), remark: null };
  const [own, other] = writes.filter(({ type }) => type === 'Delete');
  const isOurs = own?.isSure === true && other === undefined && changes.length === 0;
  return isOurs && changedAfter(live, own.until + slackMs) === undefined
    ? { ...row, by: own.by, at: timeAt(own.from), remark: null }
    : { ...row, by: undefined, at: null, remark: null };
}
