import { refusal } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';

/** Counts calls by name in windows of the sandbox's time. */
export class CallCounter {
  readonly #windows = new Map<string, { readonly endsAt: number; used: number }>();

  /** Takes one call of `limit` in `seconds`. Returns false, and takes nothing, where none is left. */
  take({ clock }: World, name: string, limit: number, seconds: number): boolean {
    const now = clock.now();
    const known = this.#windows.get(name);
    const isOver = known === undefined || known.endsAt <= now || known.endsAt > now + seconds * 1000;
    const window = isOver ? { endsAt: now + seconds * 1000, used: 0 } : known;
    this.#windows.set(name, window);
    if (window.used >= limit) return false;
    window.used += 1;
    return true;
  }
}

/** Counts a bearer token that an application asks for. Throws ApiError 403 code 99 for too many (F-auth-14). */
export function countBearerCall(world: World, counter: CallCounter, appId: string): void {
  const limit = world.limits.oauth.bearer_calls_per_minute;
  if (limit === null || counter.take(world, appId, limit, 60)) return;
  throw refusal(403, 99, 'Unable to verify your credentials');
}
