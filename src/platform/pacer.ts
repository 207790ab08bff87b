import type { IncomingHttpHeaders } from 'node:http';
import { rateLimit } from './answer-headers.ts';
import { budgetGroup } from './endpoint.ts';
import { afterAnswer, afterStart, type Budget, delayBeforeMs } from './pace.ts';

/** What of a request decides which budgets it uses. */
export interface PacedRequest {
  readonly method: string;
  readonly path: string;
  readonly accountId?: string;
}

/** The platform's budgets of requests, as far as answers have told of them. */
export interface Pacer {
  /** Milliseconds to wait before the request may start. */
  delayMs(request: PacedRequest, nowMs: number): number;
  started(request: PacedRequest, nowMs: number): void;
  answered(
    request: PacedRequest,
    answer: { readonly status: number; readonly headers: IncomingHttpHeaders },
    nowMs: number,
  ): void;
}

/** A pacer for one set of credentials, which knows of no budget yet. */
export function createPacer(): Pacer {
  const budgets = new Map<string, Budget>();
  const update = (key: string, budget: Budget | undefined) => {
    if (budget === undefined) budgets.delete(key);
    else budgets.set(key, budget);
  };
  return {
    delayMs(request, nowMs) {
      return Math.max(...budgetKeys(request).map((key) => delayBeforeMs(budgets.get(key), nowMs)));
    },
    started(request, nowMs) {
      for (const key of budgetKeys(request)) update(key, afterStart(budgets.get(key), nowMs));
    },
    answered(request, answer, nowMs) {
      const [userKey, accountKey] = budgetKeys(request);
      // Where both are shown the account's takes precedence (F-rate-03).
      const ofAccount = rateLimit(answer.headers, 'account').reset !== undefined;
      const key = ofAccount ? accountKey : userKey;
      update(key, afterAnswer(budgets.get(key), answer, ofAccount ? 'account' : 'user', nowMs));
    },
  };
}

/** The user's budget and the account's. */
function budgetKeys({ method, path, accountId }: PacedRequest): readonly [string, string] {
  const group = budgetGroup(method, path);
  return [group, `${group} of ${accountId ?? 'no account'}`];
}
