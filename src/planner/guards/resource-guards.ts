import type { Kind } from '../../schemas/define-kind.ts';
import type { Violation } from '../../schemas/plan.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import { plainText, type Value, type Values } from '../../schemas/values.ts';
import { ancestors, isWithin, type Subject } from '../subject.ts';
import { losesRecord, recordName } from '../surroundings.ts';
import { type GuardInput, violation } from './guard.ts';

/** Something declared by id must exist. */
export function missingExternal({ subjects }: GuardInput): readonly Violation[] {
  return subjects
    .filter(({ verdict }) => verdict === 'absent')
    .map(({ address, kind, desired, accountId }) =>
      violation(
        'absent',
        address,
        `account ${accountId} has no ${kind.title} ${plainText(desired?.id)}`,
        'Check the id, or remove it to have one created.',
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

/** What can be neither updated nor made anew is refused with the reason. */
export function unchangeable({ subjects }: GuardInput): readonly Violation[] {
  const replaced = subjects.filter(({ verdict }) => verdict === 'replace');
  const referring = replaced.length === 0 ? new Map<string, number>() : countReferences(subjects);
  return replaced.flatMap((subject) => {
    const { address, kind, fields, desired } = subject;
    const names = fields
      .filter(({ wire }) => fieldByWire(kind, wire)?.change !== 'in-place')
      .map(({ wire }) => fieldByWire(kind, wire)?.document ?? wire);
    const field = names.join(', ');
    if (desired?.id !== undefined || subject.entry?.origin === 'external') {
      return [
        violation(
          'unchangeable',
          address,
          `${field} cannot be changed on an existing ${kind.title}, and one declared by id is never made anew`,
          'Declare what is live, or remove the id.',
        ),
      ];
    }
    const dependents = referring.get(recordName(subject.accountId, kind.name, subject.live?.id)) ?? 0;
    if (dependents === 0) return [];
    const message = `changing ${field} would make a new ${kind.title}, and with it the ${dependents} resources anew that refer to it`;
    return [
      violation(
        'replace_cascade',
        address,
        message,
        'Declare a second one under another key, and let the resources refer to it one by one.',
        { number: dependents },
      ),
    ];
  });
}

/** How many live records refer to each, by the name of the record referred to. */
function countReferences(subjects: readonly Subject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, live, accountId } of subjects) {
    for (const { refersTo, wire } of Object.values(kind.fields)) {
      if (refersTo === undefined || live === undefined) continue;
      const name = recordName(accountId, refersTo, live.fields[wire]);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** Rules between fields must hold for what is declared together with what stays as it is live. */
export function brokenRules({ subjects }: GuardInput): readonly Violation[] {
  const byAddress = new Map(subjects.map((subject) => [subject.address, subject]));
  return subjects.flatMap((subject) => {
    const { kind, live, desired, wanted, fields, address } = subject;
    const parent = desired?.parent === undefined ? undefined : byAddress.get(desired.parent);
    const changes = fields.length + (parent?.fields.length ?? 0);
    if (kind.check === undefined || changes === 0 || live === undefined) return [];
    const before = kind.check(
      byDocumentName(kind, live.fields),
      parent && byDocumentName(parent.kind, { ...parent.live?.fields }),
    );
    const after = kind.check(
      byDocumentName(kind, { ...live.fields, ...wanted }),
      parent && byDocumentName(parent.kind, { ...parent.live?.fields, ...parent.wanted }),
    );
    // What is broken already is not this plan's doing, and live values that nobody declares follow the platform's own
    // rules, but for amounts, which must fit together.
    const broken = after.filter(
      ({ field, message }) =>
        isJudged(subject, field) &&
        !before.some((known) => known.field === field && known.message === message),
    );
    return broken.map(({ field, message, remedy }) =>
      violation('rule', address, `${field} ${message}`, remedy),
    );
  });
}

function isJudged({ kind, wanted }: Subject, documentName: string): boolean {
  const field = kind.fields[documentName];
  return field !== undefined && (field.spending === 'budget' || field.wire in wanted);
}

function byDocumentName(kind: Kind, values: Values): Values {
  const named = Object.entries(kind.fields).flatMap(([name, field]): [string, Value][] => {
    const value = values[field.wire];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(named);
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
