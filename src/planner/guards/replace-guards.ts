import { counted } from '../../diagnostics/counted.ts';
import type { Violation } from '../../schemas/plan.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import { referencesIn } from '../../schemas/values.ts';
import { namesOf, referredNames } from '../match/record-names.ts';
import type { Subject } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

/** What can be neither updated nor made anew is refused with the reason. */
export function unchangeable({ subjects }: GuardInput): readonly Violation[] {
  return subjects.flatMap((subject) => {
    const { address, kind, fields, absence, replacing } = subject;
    if (absence === 'expired' && fields.length > 0) {
      const names = documentNames(
        subject,
        fields.map(({ wire }) => wire),
      );
      const message = `${names} cannot be changed any more: the platform published it at its scheduled time`;
      return [violation('unchangeable', address, message, 'Declare what was applied, or use another key.')];
    }
    if (replacing.length === 0 || !mustExist(subject)) return [];
    const message = `${documentNames(subject, replacing)} cannot be changed on an existing ${kind.title}`;
    if (subject.verdict !== 'adopt' && subject.desired?.id === undefined && kind.creatable) {
      const remedy = `Declare what is live. To have it made anew, run adsync state rm ${address}, take it over as it is with --adopt ${address}, and change it then.`;
      return [violation('unchangeable', address, `${message}, and it was declared by its id before`, remedy)];
    }
    return subject.verdict === 'adopt'
      ? [violation('unchangeable', address, message, 'Declare what is live, or give it another name.')]
      : [
          violation(
            'unchangeable',
            address,
            `${message}, and one declared by id is never made anew`,
            'Declare what is live, or remove the id.',
          ),
        ];
  });
}

/** Where the old one stays, the platform refuses a new one that is the same in what may not be there twice. */
export function tooAlike({ subjects }: GuardInput): readonly Violation[] {
  return subjects.flatMap((subject) => {
    const { address, kind, fields, replacing, verdict } = subject;
    const { replacement: { uniqueTogether } = {}, operations } = kind;
    if (verdict !== 'replace' || uniqueTogether === undefined || operations.delete !== undefined) return [];
    if (fields.some(({ wire }) => uniqueTogether.wires.includes(wire))) return [];
    const message = `${documentNames(subject, replacing)} cannot be changed on an existing ${kind.title}, and beside it the platform takes no new one with the same ${documentNames(subject, uniqueTogether.wires)}`;
    const remedy = 'Declare what is live, or change one of those too.';
    return [violation('unchangeable', address, message, remedy, { platform_code: uniqueTogether.code })];
  });
}

/** True where a new record may not take the place of the one that is there. */
function mustExist({ verdict, desired, entry, kind }: Subject): boolean {
  return verdict === 'adopt' || desired?.id !== undefined || entry?.origin === 'external' || !kind.creatable;
}

/** What is lost by a new record, or made anew because of it, takes a word in the document, where it is reviewed. */
export function unagreedReplace({ subjects, all }: GuardInput): readonly Violation[] {
  const replaced = subjects.filter((subject) => subject.verdict === 'replace' && !mustExist(subject));
  const unagreed = replaced.filter(({ desired }) => desired?.lifecycle.allowReplace !== true);
  const referring = unagreed.length === 0 ? new Map<string, Set<Subject>>() : referringTo(all);
  return unagreed.flatMap((subject) => {
    const { address, kind, replacing } = subject;
    // What goes along with its parent was agreed to there.
    if (replacing.every((wire) => wire === kind.parentField)) return [];
    const field = documentNames(subject, replacing);
    const dependents = new Set(
      [address, ...namesOf(subject)].flatMap((name) => [...(referring.get(name) ?? [])]),
    );
    const number = dependents.size;
    if (
      kind.replacement?.loses !== undefined &&
      (number > 0 || kind.replacement?.losesOnlyWhenReferred !== true)
    ) {
      const along = number === 0 ? '' : `, and with it anew ${whatRefers(number)}`;
      const message = `changing ${field} would make a new ${kind.title}${along}; what is lost: ${kind.replacement?.loses}`;
      return [violation('replace_needs_consent', address, message, allowing, { number })];
    }
    if (number === 0) return [];
    const message = `changing ${field} would make a new ${kind.title}, and with it anew ${whatRefers(number)}`;
    return [violation('replace_cascade', address, message, secondOne, { number })];
  });
}

const allowing = 'Write lifecycle: { allow_replace: true } on it if that is meant, or declare what is live.';
const secondOne =
  'Declare a second one under another key, and let the resources refer to it one by one; or write lifecycle: { allow_replace: true } on it.';

/** The fields' names in the document, where the parent's id has none. */
function documentNames({ kind }: Subject, wires: readonly string[]): string {
  return wires.flatMap((wire) => fieldByWire(kind, wire)?.document ?? []).join(', ');
}

/** The subjects that refer to each record, by its name, or to what has none yet, by its address. */
function referringTo(subjects: readonly Subject[]): ReadonlyMap<string, Set<Subject>> {
  const referring = new Map<string, Set<Subject>>();
  for (const subject of subjects) {
    const { kind, accountId, live, wanted, verdict } = subject;
    if (verdict === 'delete') continue;
    const values = { ...live?.fields, ...wanted };
    const names = referredNames(kind, accountId, values);
    const addresses = Object.entries(wanted)
      .filter(([wire]) => wire !== kind.parentField)
      .flatMap(([, value]) => referencesIn(value).map(({ id_of }) => id_of));
    for (const name of [...names, ...addresses])
      referring.set(name, (referring.get(name) ?? new Set()).add(subject));
  }
  return referring;
}

function whatRefers(count: number): string {
  return `${counted(count, 'resource')} that ${count === 1 ? 'refers' : 'refer'} to it`;
}
