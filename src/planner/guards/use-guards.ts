import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import { allKinds, kindNamed } from '../../schemas/registry.ts';
import { plainText } from '../../schemas/values.ts';
import { endsActive, isActive, losesRecord, restrictsParent } from '../match/outcome.ts';
import { parentOf } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';
import { createFamilies } from './siblings-view.ts';

/** What is not usable yet, and does not become so by this plan, is not used. */
export function notUsable({ unusable }: GuardInput): readonly Violation[] {
  return unusable.map(({ operation: { subject }, record }) => {
    const reasons = Object.entries(record.fields)
      .filter(
        ([field, value]) => field.startsWith('reasons_not_') && Array.isArray(value) && value.length > 0,
      )
      .map(([, value]) =>
        plainText(value)
          .replaceAll(/["[\]]/g, '')
          .replaceAll(',', ', '),
      );
    const why = reasons.length > 0 ? `: ${reasons.join(', ')}` : '';
    return violation(
      'not_usable',
      subject.address,
      `uses ${record.kind.replaceAll('_', ' ')} ${record.id}, which cannot be used yet${why}`,
      'Wait until the platform has made it usable, or take it out.',
    );
  });
}

/** An ACTIVE line item without targeting reaches everybody, everywhere (F-targeting-01): the document has to say so. */
export function untargeted(input: GuardInput): readonly Violation[] {
  const { all, world, live } = input;
  const later = new Set(deletedLater(input));
  const families = createFamilies(world, live);
  const needed = allKinds.filter(({ siblings }) => siblings?.neededWhileActive === true);
  const declared = new Set(
    all
      .filter(({ desired }) => desired !== undefined)
      .map(({ address, kind }) => `${parentOf(address)} ${kind.name}`),
  );
  return world.flatMap((subject) =>
    needed
      .filter((kind) => kind.parent === subject.kind.name)
      .flatMap((kind) => {
        const { desired, live: record, verdict, accountId } = subject;
        if (verdict === 'delete' || later.has(subject.address) || !endsActive(subject)) return [];
        // What the document declares may be gone all the same, where it leaves outside changes alone.
        const isDeclared = declared.has(`${subject.address} ${kind.name}`);
        if (desired?.sets.includes(kind.name) === true && !isDeclared) return [];
        const isNew = record === undefined || verdict === 'replace';
        if (!isNew && !live.isComplete(accountId, kind.name, record.id)) return [];
        if (families.under(subject, kind.name, 'wanted').length > 0) return [];
        // What runs so already is not the doing of this plan.
        const had = families.under(subject, kind.name, 'live').length > 0;
        if (!isNew && isActive(subject) && !had) return [];
        return [
          violation(
            'no_targeting',
            subject.address,
            'would be ACTIVE without any targeting, and reach everybody everywhere',
            isDeclared
              ? `Take ${kind.section} out of ignore_changes, so that what is declared is made again.`
              : `Add ${kind.section}, or write ${kind.section}: [] if that is meant.`,
          ),
        ];
      }),
  );
}

/**
 * So does one that is somebody else's and that the document does not name any more: the last targeting beneath it, which
 * is ours, does not go while it is ACTIVE.
 */
export function lastTargetingGoes(input: GuardInput): readonly Violation[] {
  const { subjects, world, live } = input;
  // The guards beside this one look at what the document names, and at what it deletes.
  const judged = new Set([
    ...deletedLater(input),
    ...world.filter(({ desired }) => desired !== undefined).map(({ address }) => address),
  ]);
  const going = subjects.filter(losesRecord);
  const gone = new Set(going.map((subject) => recordKey(subject.live)));
  const members = going.filter(
    ({ kind, address }) => kind.siblings?.neededWhileActive === true && !judged.has(parentOf(address)),
  );
  return [...Map.groupBy(members, ({ address }) => parentOf(address))].flatMap(([address, own]) =>
    own.slice(0, 1).flatMap(({ accountId, kind, live: member }) => {
      const parent = live.byId(
        accountId,
        String(kind.parent),
        plainText(member.fields[String(kind.parentField)]),
      );
      if (parent === undefined || gone.has(recordKey(parent)) || !spends(parent)) return [];
      const left = live.beneath(kind, parent).filter((record) => !gone.has(recordKey(record)));
      if (left.length > 0) return [];
      return [
        violation(
          'no_targeting',
          address,
          'would stay ACTIVE without any targeting, and reach everybody everywhere',
          `Pause ${kindNamed(parent.kind).title} ${parent.id} first, or leave its ${kind.section} out of this plan.`,
        ),
      ];
    }),
  );
}

function spends({ kind, fields }: LiveRecord): boolean {
  const activation = kindNamed(kind).spending?.activation;
  return activation !== undefined && fields[activation.field] === activation.active;
}

/**
 * A line item that is ACTIVE keeps all of its targeting until it is deleted: what is chosen without the line item would
 * widen it.
 */
export function widenedBeforeItGoes(input: GuardInput): readonly Violation[] {
  const taken = input.subjects.filter((subject) => losesRecord(subject) && restrictsParent(subject));
  const parents = new Map(taken.map((subject) => [parentOf(subject.address), subject]));
  const active = new Set(input.world.filter(isActive).map(({ address }) => address));
  return deletedLater(input)
    .filter((address) => active.has(address))
    .flatMap((address) => {
      const member = parents.get(address);
      if (member === undefined) return [];
      return [
        violation(
          'no_targeting',
          address,
          `would stay ACTIVE without ${member.address}, and reach more than before: deleting it is not part of this plan`,
          `Plan for ${address} too, or leave its ${member.kind.section} out of this plan.`,
        ),
      ];
    });
}

/** Addresses of what the whole document would delete, and this plan leaves for later. */
function deletedLater({ all, subjects }: GuardInput): readonly string[] {
  const chosen = new Set(subjects.filter(losesRecord).map(({ address }) => address));
  return all
    .filter(({ verdict, address }) => verdict === 'delete' && !chosen.has(address))
    .map(({ address }) => address);
}
