import { isMap, isSeq, type ParsedNode } from 'yaml';
import type { Entry } from '../config/entries.ts';
import type { Plain } from '../config/plain.ts';
import { sourceOf } from '../config/problem-list.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { kindNamed } from '../schemas/registry.ts';
import { ownValue, sameValue, type Values } from '../schemas/values.ts';
import type { Written } from './candidates.ts';
import { documentValue, type KnownIds } from './document-value.ts';
import { type AcceptedMember, type Group, type Refusal, type Sorted, undeclared } from './group.ts';
import { keyText, pairsOf, type Slot } from './syntax.ts';

/** The edits that put live members into the sets of the document, at the end of the list. */
export function memberGroups(
  written: Written,
  members: readonly AcceptedMember[],
  knownIds: (accountKey: string) => KnownIds,
): Sorted {
  const groups: Group[] = [];
  const refused: Refusal[] = [];
  for (const member of members) {
    const parent = written.uses.entries.get(member.parent);
    if (parent === undefined) {
      refused.push(undeclared(member.address, undefined));
      continue;
    }
    const at = sourceOf(parent.place);
    const kind = kindNamed(member.kind);
    const slot = listIn(written, parent, kind.section);
    const plain = memberValue(kind, member.live, knownIds(parent.accountKey));
    const refuse = (reason: string, remedy: string): void => {
      refused.push({ address: member.address, field: undefined, at, reason, remedy });
    };
    if (plain === undefined) {
      refuse('the document has no way to say it', 'Remove it on the platform, or let the next apply do so.');
    } else if (slot === undefined) {
      refuse(`${kind.section} of ${member.parent} is no list of its own`, 'Add it by hand.');
    } else if (written.uses.addressesAt(parent.place).length > 1) {
      refuse(`the entry of ${member.parent} stands for others too`, 'Write it as an entry of its own.');
    } else {
      groups.push({
        edit: { type: 'append', slot, plain },
        fields: [],
        gone: [],
        added: [member.address],
        at,
      });
    }
  }
  return { groups, refused };
}

function listIn({ syntaxOf }: Written, parent: Entry, section: string): Slot | undefined {
  const { file, offset } = parent.place;
  const entry = syntaxOf(file.path)?.pairs.get(offset);
  if (entry === undefined || !isMap<ParsedNode, ParsedNode | null>(entry.node)) return undefined;
  const pair = pairsOf(entry.file, entry.node, entry.inFlow).find((each) => keyText(each) === section);
  return pair !== undefined && isSeq(pair.node) ? pair : undefined;
}

/** A member as the document writes it: what the kind would add by itself is left out. */
function memberValue(kind: Kind, live: Values, ids: KnownIds): Plain | undefined {
  const { shorthand } = kind;
  const members: [string, Plain][] = [];
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = ownValue(live, field.wire) ?? null;
    if (value === null || (field.default !== undefined && sameValue(field.default, value))) continue;
    const plain = documentValue(field, value, undefined, ids);
    if (plain === undefined) return undefined;
    if (name === shorthand) return plain;
    members.push([name, plain]);
  }
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
