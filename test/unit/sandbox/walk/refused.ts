import type { Reply } from './draft.ts';
import { isListed } from './error-codes.ts';
import { at } from './json-place.ts';

/** Why the answer is not the refusal it should be; undefined where it is one. */
export function notRefused(reply: Reply, statuses: readonly number[]): string | undefined {
  const shown = `${reply.status} ${reply.text.slice(0, 300)}`;
  if (!statuses.includes(reply.status)) return `expected ${statuses.join(' or ')}, got ${shown}`;
  if (isProblem(reply)) return undefined;
  const unlisted = reply.codes.filter((code) => !isListed(reply.status, code));
  if (reply.codes.length === 0 || unlisted.length > 0) return `no listed code: ${shown}`;
  return undefined;
}

/** Whether it is an error as the data API words them (F-data-17). */
function isProblem({ json, status }: Reply): boolean {
  const type = at(json, 'type');
  return (
    typeof type === 'string' &&
    /^(about:blank|https:\/\/api\.(x|twitter)\.com\/2\/problems\/)/.test(type) &&
    at(json, 'status') === status
  );
}
