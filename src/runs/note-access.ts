import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { readCaller } from '../live/read-caller.ts';
import type { Caller } from '../schemas/live-record.ts';
import { mayWrite, neededRoles } from '../schemas/may-write.ts';
import type { Change, Plan } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import { placesOf } from './places-of.ts';
import type { Planned } from './plan-fully.ts';
import type { Session } from './session.ts';

/**
 * Tells where the user of the credentials may not write what the plan writes (F-account-04), each with the place of its
 * first change: an apply with the same credentials would be refused. It is no violation, because who plans may have
 * fewer roles than who applies. One request for each account that is written to and of which it is not known yet.
 */
export async function noteAccess(
  { run, client }: Pick<Session, 'run' | 'client'>,
  { made: { plan }, surveyed: { live } }: Planned,
): Promise<void> {
  const written = Map.groupBy(writtenBy(plan), (change) => change.account_id);
  const notes = await Promise.all(
    [...written].map(async ([accountId, changes]) => {
      const known = live.find((account) => account.accountId === accountId)?.caller;
      const caller = known ?? (await askCaller(client, accountId));
      return caller === undefined ? [notAsked(changes)] : lackingRoles(caller, changes);
    }),
  );
  for (const note of notes.flat()) run.frontend.note(note);
}

function writtenBy({ changes, steps }: Plan): readonly Change[] {
  const addresses = new Set(steps.flatMap(({ operations }) => operations).map(({ address }) => address));
  return changes.filter(({ address }) => addresses.has(address));
}

/** `undefined` where the platform does not say: what is told here is a convenience. */
async function askCaller(client: Session['client'], accountId: string): Promise<Caller | undefined> {
  try {
    return (await readCaller({ client, accountId })).caller;
  } catch (error) {
    if (error instanceof AdsyncError) return undefined;
    throw error;
  }
}

function notAsked([first]: readonly Change[]): string {
  return `Not checked whether the user of the credentials may write in ${first?.address.split('/')[0] ?? ''}: the platform did not say.`;
}

function lackingRoles({ id, permissions }: Caller, changes: readonly Change[]): readonly string[] {
  const has = permissions.length === 0 ? 'no role' : permissions.join(', ');
  return [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([name, own]) => {
    const kind = kindNamed(name);
    if (mayWrite(kind, permissions)) return [];
    return [
      `${placesOf(own)}: user ${id} of the credentials has ${has}, and ${kind.section.replaceAll('_', ' ')} need ${neededRoles(kind)}. Apply as a user who has it, or have an administrator of the account grant it.`,
    ];
  });
}
