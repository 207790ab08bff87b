import jsonPatch from 'fast-json-patch';
import type { Kind } from '../../schemas/define-kind.ts';
import type { Change } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { plainText, type Value, type Values } from '../../schemas/values.ts';
import { withArticle } from '../../schemas/with-article.ts';
import type { ChangeNeighbours } from '../graph/change-neighbours.ts';
import { usableWaitsOf } from '../graph/edges.ts';
import type { Graph, Writes } from '../graph/writes.ts';
import { isMade, losesRecord } from '../match/outcome.ts';
import type { Cause, Subject } from '../match/subject.ts';
import { carriedValues, lostValues, valuesAtCreation, valuesLeftAlone } from '../match/values-after.ts';
import { canDelete } from '../match/write-mode.ts';

/** Currency of a resource, where amounts of it are shown. */
export type CurrencyOf = (subject: Subject) => string | null;

/** The changes of a plan as data, in the order of the subjects; what stays as it is has none. */
export function changesOf({ subjects, neighbours, graph, paused }: Writes, currencyOf: CurrencyOf): Change[] {
  const waits = waitsByAddress(graph);
  return subjects.flatMap((subject) => {
    const action = actionOf(subject, paused.has(subject.address));
    if (action === undefined) return [];
    const change = changeOf(subject, action, neighbours, currencyOf);
    const waited = waits.get(subject.address);
    if (waited !== undefined) return [{ ...change, reason: `waits until ${waited.join(', ')} can be used` }];
    return [paused.has(subject.address) ? whilePaused(subject, change) : change];
  });
}

/** Addresses that must be usable first, by the address of what waits. */
function waitsByAddress({ operations, usable }: Graph): ReadonlyMap<string, readonly string[]> {
  const waits = usableWaitsOf(usable);
  return new Map(
    operations.flatMap(({ number, subject }) => {
      const waited = waits.get(number);
      return waited === undefined ? [] : [[subject.address, waited] as const];
    }),
  );
}

/** It is paused on the way, and switched on again only because it was active. */
function whilePaused(subject: Subject, change: Change): Change {
  const status = Object.entries(managedLive(subject)).filter(
    ([wire]) => wire === subject.kind.spending?.activation.field,
  );
  const precondition = {
    ...Object.fromEntries(status),
    ...preconditionOf(subject, change.action, change.before),
  };
  return { ...change, precondition, reason: 'paused until all of its changes are made' };
}

function actionOf(subject: Subject, isPaused: boolean): Change['action'] | undefined {
  const { verdict, desired, goneOutside, movedFrom } = subject;
  if (verdict === 'absent' || verdict === 'ambiguous') return undefined;
  if (isPaused && verdict === 'unchanged' && movedFrom === undefined) return 'update';
  if (verdict === 'unchanged') return movedFrom === undefined ? undefined : 'move';
  // What is gone on both sides is nothing to decide: the next apply tidies it away in the state.
  if (verdict === 'forget' && desired === undefined && goneOutside) return undefined;
  return verdict;
}

function changeOf(
  subject: Subject,
  action: Change['action'],
  neighbours: ChangeNeighbours,
  currencyOf: CurrencyOf,
): Change {
  const { address, kind, accountId, live, desired, entry, fields, dropped, movedFrom } = subject;
  const { before, after } = valuesOf(subject, action);
  const takesAlong = losesRecord(subject) ? takenAlong(subject, neighbours) : [];
  const reason = reasonOf(subject, action);
  return {
    address,
    kind: kind.name,
    account_id: accountId,
    id: live?.id ?? (action === 'forget' ? entry?.id : undefined) ?? null,
    name: nameOf(subject),
    currency: currencyOf(subject),
    action,
    cause: causeOf(subject),
    irreversible: losesRecord(subject) && kind.replacement?.irreversible === true,
    source: desired === undefined ? null : { ...desired.source },
    before,
    after,
    patch: patchBetween(before, after),
    precondition: action === 'create' ? 'absent' : preconditionOf(subject, action, before),
    fields: fields.map(({ wire, cause, applied }) => ({
      field: wire,
      cause,
      ...(applied === undefined ? {} : { applied }),
    })),
    ...(Object.keys(dropped).length > 0 ? { no_longer_managed: dropped } : {}),
    ...copied(subject),
    ...(movedFrom === undefined ? {} : { moved_from: movedFrom }),
    ...(takesAlong.length > 0 ? { takes_along: takesAlong } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** What a new record takes over from the one that it replaces, and what of that one is lost. */
function copied(subject: Subject): Pick<Change, 'carried' | 'lost'> {
  if (!isMade(subject)) return {};
  const carried = { ...carriedValues(subject), ...valuesLeftAlone(subject) };
  const lost = lostValues(subject);
  return {
    ...(Object.keys(carried).length > 0 ? { carried } : {}),
    ...(Object.keys(lost).length > 0 ? { lost } : {}),
  };
}

function valuesOf(
  subject: Subject,
  action: Change['action'],
): { readonly before: Values; readonly after: Values } {
  if (action === 'create') return { before: {}, after: valuesAtCreation(subject) };
  if (action === 'delete') return { before: managedLive(subject), after: {} };
  return {
    before: Object.fromEntries(subject.fields.map(({ wire, before }) => [wire, before])),
    after: Object.fromEntries(subject.fields.map(({ wire, after }) => [wire, after])),
  };
}

/** The live values of the kind's own fields. */
function managedLive({ kind, live }: Subject): Values {
  const wires = Object.values(kind.fields).map((field) => field.wire);
  return Object.fromEntries(
    wires.flatMap((wire): [string, Value][] =>
      live?.fields[wire] === undefined ? [] : [[wire, live.fields[wire]]],
    ),
  );
}

function preconditionOf(subject: Subject, action: Change['action'], before: Values): Values {
  return action === 'replace' ? managedLive(subject) : before;
}

/** The addresses beneath a record that go with it, at any depth. */
function takenAlong(subject: Subject, neighbours: ChangeNeighbours): string[] {
  return neighbours
    .goneBeneath(subject)
    .flatMap((child) => [child.address, ...takenAlong(child, neighbours)]);
}

/** RFC 6902, in the order of the paths. */
function patchBetween(before: Values, after: Values): Change['patch'] {
  const patch = jsonPatch
    .compare({ ...before }, { ...after })
    .map(({ op, path }): Change['patch'][number] => {
      const [, wire = '', within] = path.split('/');
      if (op === 'remove' && within === undefined) return { op, path };
      return {
        op: op === 'add' && within === undefined ? op : 'replace',
        path: `/${wire}`,
        value: after[wire] ?? null,
      };
    });
  // A set or a reference changes as a whole: one operation a field.
  const byPath = new Map(patch.map((operation) => [operation.path, operation]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function causeOf({ fields, goneOutside, verdict, undeclaredMemberOf }: Subject): Cause {
  if (undeclaredMemberOf !== undefined || (goneOutside && verdict !== 'adopt')) return 'drift';
  const causes = new Set(fields.map(({ cause }) => cause));
  if (causes.size === 0 || (causes.size === 1 && causes.has('config'))) return 'config';
  return causes.size === 1 && causes.has('drift') ? 'drift' : 'both';
}

function nameOf({ address, wanted, live }: Subject): string {
  const name = wanted['name'] ?? live?.fields['name'];
  if (typeof name === 'string') return name;
  return address.slice(address.lastIndexOf('/') + 1);
}

function reasonOf(subject: Subject, action: Change['action']): string | undefined {
  const { desired, entry, goneOutside, verdict, replacing, undeclaredMemberOf } = subject;
  if (action === 'forget' && desired === undefined) return reasonToForget(subject);
  if (action === 'delete')
    return undeclaredMemberOf === undefined ? 'no longer declared' : 'not in the set that the document gives';
  if (action === 'create' && goneOutside) return 'was deleted outside adsync';
  if (action === 'create' && entry?.toCarryOver !== undefined)
    return 'an earlier run deleted it to make it anew, and ended before that';
  if (verdict !== 'replace') return undefined;
  const reason = whyAnew(subject.kind, replacing);
  return isDeletable(subject)
    ? reason
    : `${reason}; the platform cannot delete the old ${subject.kind.title}: it stays`;
}

/** What only a new record can take: a value, or another parent, which may be a new record itself. */
function whyAnew(kind: Kind, replacing: readonly string[]): string {
  const named = Object.entries(kind.fields).filter(([, { wire }]) => replacing.includes(wire));
  const own = named.filter(([, { wire }]) => wire !== kind.parentField);
  return own.length === 0
    ? `${withArticle(kind.title)} cannot leave its ${kindNamed(plainText(kind.parent)).title}, and that is another one now`
    : `${own.map(([name]) => name).join(', ')} cannot be updated`;
}

function reasonToForget(subject: Subject): string {
  const { entry, kind, live, absence } = subject;
  if (absence === 'expired') return 'already published at its scheduled time; adsync leaves it as it is';
  const ours = entry !== undefined && entry.origin !== 'external' && live !== undefined;
  return ours && !isDeletable(subject)
    ? `the platform cannot delete ${withArticle(kind.title)}: it stays`
    : 'let go by the document';
}

function isDeletable({ kind, live }: Subject): boolean {
  return canDelete(kind, { ...live?.fields });
}
