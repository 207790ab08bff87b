import { isWithin } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { referencesIn } from '../../schemas/values.ts';
import { isWrite, losesRecord } from '../match/outcome.ts';
import { ancestors } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** Something declared by id must exist. */
export function missingExternal({ subjects }: GuardInput): readonly Violation[] {
  return subjects
    .filter(({ verdict }) => verdict === 'absent')
    .map(({ address, kind, desired, accountId }) => {
      if (desired?.id === undefined)
        return violation(
          'absent',
          address,
          `adsync cannot create a ${kind.title}`,
          'Give the id of one that exists: id: …',
        );
      const message = `account ${accountId} has no ${kind.title} ${desired.id}`;
      const remedy = kind.creatable ? 'Check the id, or remove it to have one created.' : 'Check the id.';
      const platform = kind.absentCode === undefined ? {} : { platform_code: kind.absentCode };
      return violation('absent', address, message, remedy, platform);
    });
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

/** `prevent_destroy` protects what is declared, and what was protected when last applied. */
export function preventDestroy({ subjects, document }: GuardInput): readonly Violation[] {
  // `destroy` wants nothing of what is declared, but what the document protects stays protected.
  const declared = new Map(document.resources.map(({ address, lifecycle }) => [address, lifecycle]));
  return subjects
    .filter(
      (subject) =>
        losesRecord(subject) &&
        (declared.get(subject.address)?.preventDestroy ?? subject.entry?.preventDestroy) === true,
    )
    .map(({ address, verdict }) =>
      violation(
        'prevent_destroy',
        address,
        `is protected by prevent_destroy, and the plan would ${verdict} it`,
        'Set lifecycle: { prevent_destroy: false } and apply that first, or keep it as it is.',
      ),
    );
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
