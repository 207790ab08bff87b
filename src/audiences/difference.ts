import type { PartnerSeal } from './partner-seal.ts';

/** A member as the state keeps it: until when it is in the audience, and its text with ids of partners enciphered. */
export interface KeptMember {
  readonly kind: string;
  readonly digest: string;
}

/** What has to be sent so that exactly the wanted members are in an audience, and for long enough. */
export interface MembersDifference {
  /** To be added, or sent again for a longer time; as the state will keep them. */
  readonly add: readonly KeptMember[];
  /** How many of those are in the audience already. */
  readonly renewed: number;
  readonly remove: readonly KeptMember[];
  /** Kept members that others take the place of, by the digest of both. */
  readonly replaced: ReadonlyMap<string, KeptMember>;
  /** How many are wanted and stay as they are. */
  readonly stay: number;
}

/** What is wanted and what was pushed last. */
export interface MembersComparison {
  /** Canonical texts. */
  readonly wanted: ReadonlySet<string>;
  readonly expiresAt: string;
  readonly kept: AsyncIterable<KeptMember>;
  readonly seal: PartnerSeal;
}

/** Compares what is wanted with what was pushed last. */
export async function membersDifference(comparison: MembersComparison): Promise<MembersDifference> {
  const { wanted, expiresAt, kept, seal } = comparison;
  const open = new Set<string>();
  for (const member of wanted) open.add(seal.close(member));
  const remove: KeptMember[] = [];
  const replaced = new Map<string, KeptMember>();
  let stay = 0;
  for await (const member of kept) {
    if (!open.has(member.digest)) remove.push(member);
    else if (member.kind === expiresAt) {
      open.delete(member.digest);
      stay += 1;
    } else replaced.set(member.digest, member);
  }
  const add = Array.from(open, (digest) => ({ kind: expiresAt, digest }));
  return { add, renewed: replaced.size, remove, replaced, stay };
}
