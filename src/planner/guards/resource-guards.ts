import { isWithin } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { recordKey } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { referencesIn } from '../../schemas/values.ts';
import { withArticle } from '../../schemas/with-article.ts';
import { isWrite, losesRecord } from '../match/outcome.ts';
import { recordsOver } from '../match/record-names.ts';
import { ancestors, type Losing } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** Something declared by id must exist. */
export function missingExternal({ subjects, live }: GuardInput): readonly Violation[] {
  return subjects
    .filter(({ verdict }) => verdict === 'absent')
    .map(({ address, kind, desired, accountId }) => {
      if (desired?.id === undefined)
        return violation(
          'no_such_record',
          address,
          `adsync cannot create ${withArticle(kind.title)}`,
          'Give the id of one that exists: id: …',
        );
      const message = `account ${accountId} has no ${kind.title} ${desired.id}`;
      const there = live
        .all()
        .filter((record) => record.kind === kind.name && record.accountId === accountId);
      const remedy = otherId(there.map(({ id }) => id)) + creating(kind);
      const platform = kind.absentCode === undefined ? {} : { platform_code: kind.absentCode };
      return violation('no_such_record', address, message, remedy, platform);
    });
}

/** The most ids that a remedy names. */
const mostIds = 5;

function otherId(ids: readonly string[]): string {
  if (ids.length === 0) return 'Check the id.';
  const more = ids.length > mostIds ? ', …' : '';
  return `Check the id: the account has ${ids.toSorted().slice(0, mostIds).join(', ')}${more}.`;
}

/** Without an id, some kinds are created, and some of these on the sandbox host only. */
function creating({ creatable, operations: { create } }: Kind): string {
  if (!creatable) return '';
  return create?.host === 'ads_sandbox'
    ? ' On the sandbox host, it is created where no id is given.'
    : ' Without an id, it is created.';
}

/** What is written may refer only to what exists, or is made by the same plan. */
export function missingReference({ subjects, world }: GuardInput): readonly Violation[] {
  const planned = new Set(world.map(({ address }) => address));
  return subjects.filter(isWrite).flatMap(({ address, wanted }) =>
    referencesIn(wanted)
      .filter(({ id_of: to }) => !planned.has(to))
      .map(({ id_of: to }) =>
        violation(
          'missing_reference',
          address,
          `refers to ${to}, which does not exist yet`,
          `Plan without --account, or apply --account ${ancestors(to).at(-1) ?? to} first.`,
        ),
      ),
  );
}

/**
 * `prevent_destroy` protects what is declared, and what was protected when last applied: it is not taken away by the
 * plan that destroys. What goes with the record above it is protected too.
 */
export function preventDestroy(input: GuardInput): readonly Violation[] {
  // `destroy` wants nothing of what is declared, but what the document protects stays protected.
  const declared = new Map(input.document.resources.map(({ address, lifecycle }) => [address, lifecycle]));
  const losing = input.subjects.filter(losesRecord);
  const own = losing.flatMap(({ address, verdict, entry }) => {
    const isDeclared = declared.get(address)?.preventDestroy;
    if (isDeclared !== true && entry?.preventDestroy !== true) return [];
    const message = `is protected by prevent_destroy, and the plan would ${verdict} it`;
    return [
      violation(
        'prevent_destroy',
        address,
        message,
        isDeclared === false
          ? 'The document has taken the protection away: apply that first, without what would destroy it.'
          : 'Set lifecycle: { prevent_destroy: false } and apply that first, or keep it as it is.',
      ),
    ];
  });
  return [...own, ...protectedAlong(input, losing)];
}

/** What is protected and stays by itself, under a record that goes: others declare it, or the document lets go of it. */
function protectedAlong(
  { all, ownership, live }: GuardInput,
  losing: readonly Losing[],
): readonly Violation[] {
  const going = new Map(losing.map((subject) => [recordKey(subject.live), subject]));
  const remembered = [...ownership.inScope, ...ownership.outOfScope, ...ownership.letGo];
  const protectedRecords = [
    ...remembered
      .filter((entry) => entry.preventDestroy)
      .map(({ address, accountId, kind, id }) => ({ address, record: live.byId(accountId, kind, id) })),
    ...all
      .filter(({ desired }) => desired?.lifecycle.preventDestroy === true)
      .map(({ address, live: record }) => ({ address, record })),
  ];
  const byAddress = new Map(protectedRecords.map((each) => [each.address, each]));
  return [...byAddress.values()].flatMap(({ address, record }) => {
    if (record === undefined || going.has(recordKey(record))) return [];
    const [lost] = recordsOver(record, live).flatMap((above) => going.get(recordKey(above)) ?? []);
    if (lost === undefined) return [];
    const message = `deleting this ${lost.kind.title} would take along ${kindNamed(record.kind).title} ${record.id}, which ${address} protects by prevent_destroy`;
    const remedy = `Keep the ${lost.kind.title}, or end the protection of ${address} and apply that first.`;
    return [violation('prevent_destroy', lost.address, message, remedy)];
  });
}

/** An account key that owns resources does not vanish from the document without a word. */
export function vanishedAccount({ document, ownership, command }: GuardInput): readonly Violation[] {
  if (command === 'destroy') return [];
  const declared = new Set(document.accounts.map(({ key }) => key));
  const keys = new Set(ownership.inScope.map(({ address }) => ancestors(address).at(-1) ?? address));
  const named = (key: string): boolean => document.removed.some(({ from }) => isWithin(from, key));
  const vanished = [...keys].filter((key) => !declared.has(key) && !named(key));
  return vanished.map((key) =>
    violation(
      'account_removed',
      key,
      'the account is gone from the document, and adsync owns resources in it',
      `Add removed: [{ from: ${key}, destroy: false }] to forget them, or bring the account back.`,
    ),
  );
}
