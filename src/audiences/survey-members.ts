import { type KeptMember, type MembersDifference, membersDifference } from './difference.ts';
import type { MembersValue } from './members-value.ts';
import type { PartnerSeal } from './partner-seal.ts';
import { type MembersFile, readMembers } from './read-members.ts';
import { SetDigest } from './set-digest.ts';

/** A file of members beside what was pushed last. */
export interface MembersSurvey {
  readonly file: MembersFile;
  /** What was pushed last, one after the other. */
  readonly kept: AsyncIterable<KeptMember>;
  /** From when until when members are to be in. */
  readonly period: Pick<MembersValue, 'effective_at' | 'expires_at'>;
  readonly seal: PartnerSeal;
}

/** What a file wants of an audience, and what has to be sent for it. */
export interface SurveyedMembers {
  readonly value: MembersValue;
  readonly difference: MembersDifference;
}

/** Reads a file of members and compares it with what was pushed last. Throws what `readMembers` throws. */
export async function surveyMembers(survey: MembersSurvey): Promise<SurveyedMembers> {
  const { file, kept, period, seal } = survey;
  const wanted = await readMembers(file);
  const digest = new SetDigest();
  for (const member of wanted) digest.add(member);
  const { effective_at, expires_at } = period;
  const difference = await membersDifference({ wanted, expiresAt: expires_at, kept, seal });
  return { value: { digest: digest.value(), count: wanted.size, effective_at, expires_at }, difference };
}

/** A difference for people: `+1,200 −30 (41,170 stay)`. */
export function describeDifference({ add, remove, renewed, stay }: MembersDifference): string {
  const number = new Intl.NumberFormat('en');
  const added = add.length - renewed;
  const parts = [
    ...(added > 0 || add.length + remove.length === 0 ? [`+${number.format(added)}`] : []),
    ...(remove.length > 0 ? [`−${number.format(remove.length)}`] : []),
    ...(renewed > 0 ? [`${number.format(renewed)} for longer`] : []),
  ];
  return `${parts.join(' ')} (${number.format(stay)} stay)`;
}
