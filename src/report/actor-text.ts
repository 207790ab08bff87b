import type { Actor } from '../schemas/blame.ts';

/** Who changed something, in words that a caller still has to make printable. */
export function actorText(by: Actor): string {
  if (by.actor === 'adsync') return `adsync ${by.command} of ${by.user}@${by.machine}, run ${by.run}`;
  const who = by.userId === null ? 'somebody on the platform' : `user ${by.userId}`;
  return by.means === null ? who : `${who} (${by.means})`;
}
