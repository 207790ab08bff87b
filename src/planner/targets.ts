import { isIdOf } from '../schemas/values.ts';
import { isWithinAny, type Subject } from './subject.ts';

/** The subjects that targets name, with what stands beneath, and what those need that does not exist yet. */
export function withinTargets(subjects: readonly Subject[], targets: readonly string[]): readonly Subject[] {
  if (targets.length === 0) return subjects;
  const byAddress = new Map(subjects.map((subject) => [subject.address, subject]));
  const chosen = new Set<Subject>();
  const choose = (subject: Subject): void => {
    if (chosen.has(subject)) return;
    chosen.add(subject);
    for (const value of Object.values(subject.wanted)) {
      const needed = isIdOf(value) ? byAddress.get(value.id_of) : undefined;
      if (needed !== undefined) choose(needed);
    }
  };
  for (const subject of subjects) if (isWithinAny(subject.address, targets)) choose(subject);
  return subjects.filter((subject) => chosen.has(subject));
}
