import type { Finding, Siblings } from '../../schemas/define-kind.ts';
import type { Violation } from '../../schemas/plan.ts';
import { referencesIn, type Values } from '../../schemas/values.ts';
import { byDocumentName } from '../match/by-document-name.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';
import { createFamilies, type Families } from './siblings-view.ts';

/** Rules between fields must hold for what is declared together with what stays as it is live. */
export function brokenRules({ world, live }: GuardInput): readonly Violation[] {
  const byAddress = new Map(world.map((subject) => [subject.address, subject]));
  const families = createFamilies(world, live);
  return world.flatMap((subject) => {
    const { desired, fields, address, verdict } = subject;
    const parent = desired?.parent === undefined ? undefined : byAddress.get(desired.parent);
    const changes = fields.length + (parent?.fields.length ?? 0);
    if (verdict !== 'create' && (changes === 0 || subject.live === undefined)) return [];
    const before = findings(subject, parent, families, 'live');
    // What is broken already is not this plan's doing, and live values that nobody declares follow the platform's own
    // rules, but for amounts, which must fit together.
    const broken = findings(subject, parent, families, 'wanted').filter(
      (finding) =>
        isJudged(subject, finding) &&
        !before.some(({ field, message }) => field === finding.field && message === finding.message),
    );
    return broken.map(({ field, message, remedy, code }) =>
      violation(
        'rule',
        address,
        `${field} ${message}`,
        remedy,
        code === undefined ? {} : { platform_code: code },
      ),
    );
  });
}

/** The rules that a resource breaks as it is live, or as it is to become. */
function findings(
  subject: Subject,
  parent: Subject | undefined,
  families: Families,
  when: 'live' | 'wanted',
): readonly Finding[] {
  const { kind } = subject;
  // A new record has nothing broken before.
  const isNew = subject.live === undefined || subject.verdict === 'replace';
  if (when === 'live' && isNew) return [];
  const values = (of: Subject): Values =>
    byDocumentName(of.kind, when === 'live' ? { ...of.live?.fields } : valuesAfter(of));
  const own = values(subject);
  const siblings: Siblings = (name = kind.name) =>
    parent === undefined
      ? []
      : families.under(parent, name, when).map((sibling) => byDocumentName(sibling.kind, sibling.values));
  return [
    ...(kind.check?.(own, parent && values(parent), siblings) ?? []),
    ...(kind.checkRecord?.(own) ?? []),
  ];
}

function isJudged(
  { kind, wanted, live, verdict }: Subject,
  { field: documentName, onlyForNew }: Finding,
): boolean {
  if (onlyForNew === true && live !== undefined && verdict !== 'replace') return false;
  const field = kind.fields[documentName];
  // What stands for a record that does not exist yet has been judged where it was read.
  if (field !== undefined && referencesIn(wanted[field.wire] ?? null).length > 0) return false;
  const isBound = field?.spending === 'budget' || field?.spending === 'frequency';
  return field !== undefined && (isBound || field.wire in wanted);
}
