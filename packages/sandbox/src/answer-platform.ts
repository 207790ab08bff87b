import { answerAuth, isAuthPath } from './answer-auth.ts';
import { answerData, isDataPath } from './answer-data.ts';
import { answerRequest, type Noted } from './answer-request.ts';
import type { Router } from './engine/find-endpoint.ts';
import type { SandboxState } from './sandbox-state.ts';
import type { PlatformRequest, Reply } from './wire/platform-request.ts';

/** The platform's answer to a request. */
export function answerPlatform(
  state: SandboxState,
  router: Router,
  request: PlatformRequest,
  noted: Noted,
): Reply | Promise<Reply> {
  state.world.due.letTimePass(state.world.clock.stamp());
  if (isAuthPath(request.path)) return answerAuth(state, request);
  if (isDataPath(request.path)) return answerData(state, request, noted);
  return answerRequest(state, router, request, noted);
}
