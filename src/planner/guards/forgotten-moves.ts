import { counted } from '../../diagnostics/counted.ts';
import { isWithinAny } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { naturalKeyIn } from '../match/live-index.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';
import { linesOf } from './move-lines.ts';

/** A resource that would be created, and the one of the same name that would be deleted. */
interface Rename {
  readonly subject: Subject;
  readonly old: Subject;
}

/**
 * A delete and a create with equal natural keys is a rename that forgot `moved`, also where somebody else has renamed the
 * old one since. Those of one account are one violation, with all lines to paste.
 */
export function forgottenMoves({ subjects, all, consents }: GuardInput): readonly Violation[] {
  const parents = new Map(all.map(({ address, live }) => [address, live?.id]));
  const deleted = all.filter(({ verdict }) => verdict === 'delete');
  const old = new Map(
    deleted.flatMap((subject) =>
      oldNames(subject, parents.get(parentOf(subject.address))).map((key) => [key, subject]),
    ),
  );
  const renames = subjects.flatMap((subject): Rename[] => {
    if (subject.verdict !== 'create' || isWithinAny(subject.address, consents.allowRecreate)) return [];
    const found = old.get(naturalKeyIn(subject.accountId, subject.kind, subject.wanted) ?? '');
    return found === undefined ? [] : [{ subject, old: found }];
  });
  const leaving = deleted.map(addressInDocument);
  return Map.groupBy(renames, ({ subject }) => subject.accountId)
    .values()
    .map((own) => looksLikeRename(own, leaving))
    .toArray();
}

/** What a record is called by now, and what it was called when it was last applied. */
function oldNames(subject: Subject, parentId: string | undefined): readonly string[] {
  const { kind, accountId, entry, live } = subject;
  const above =
    kind.parentField === undefined || parentId === undefined ? {} : { [kind.parentField]: parentId };
  const applied = naturalKeyIn(accountId, kind, { ...above, ...live?.fields, ...entry?.answered });
  return [naturalKeyIn(accountId, kind, { ...live?.fields }), applied].filter((name) => name !== undefined);
}

/** The address that the document has to name: a line of `moved` may have changed it already. */
function addressInDocument({ address, movedFrom }: Subject): string {
  return movedFrom ?? address;
}

function looksLikeRename(renames: readonly Rename[], leaving: readonly string[]): Violation {
  const pairs = renames.map(({ subject, old }) => ({ from: addressInDocument(old), to: subject.address }));
  const lines = linesOf(pairs, leaving).map(({ from, to }) => `{ from: ${from}, to: ${to} }`);
  const addresses = pairs.map(({ to }) => to);
  const titles = new Set(renames.map(({ subject }) => subject.kind.title));
  const [title = ''] = titles.size === 1 ? titles : ['resource'];
  const [first = ''] = addresses;
  const [oldest = ''] = renames.map(({ old }) => old.address);
  const message =
    renames.length === 1
      ? `would be created, and ${oldest} of the same name deleted: this looks like a new key for the same ${title}`
      : `${counted(renames.length, title)} would be created, and ${renames.length} of the same names deleted (${oldest} for ${first}, and so on): these look like new keys for the same ${title}s`;
  const same = renames.length === 1 ? `it is the same ${title}` : `they are the same ${title}s`;
  return violation(
    'rename',
    first,
    message,
    `If ${same}, add to the document: moved: [${lines.join(', ')}]`,
    {
      number: renames.length,
      override: addresses.map((address) => `--allow-recreate ${address}`).join(' '),
    },
  );
}
