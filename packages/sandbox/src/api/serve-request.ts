import { type FaultRule, lagOf } from '../control/faults.ts';
import { damagedReply, faultyReply } from '../control/faulty-reply.ts';
import type { LogEntry } from '../control/request-log.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { systemNow } from '../store/system-now.ts';
import type { PlatformRequest, Reply } from '../wire/platform-request.ts';
import { platformHeaders } from './platform-headers.ts';
import type { Noted } from './surface.ts';

/** Carries a request out and answers it, or refuses it. */
type Answer = (request: PlatformRequest, noted: Noted) => Reply | Promise<Reply>;

/**
 * Serves one platform request under the faults that are set, and logs it. Waits `latencyMs` and what faults add.
 * Returns the answer, or undefined where the connection is to be closed without one.
 */
export async function serveRequest(
  state: SandboxState,
  request: PlatformRequest,
  latencyMs: number,
  answer: Answer,
): Promise<Reply | undefined> {
  const entry = state.log.begin(request, new Date(state.world.clock.now()).toISOString());
  const { delayMs, rule, random } = state.faults.meet(request.method, request.path);
  if (delayMs > 0) entry.fault = 'delay';
  if (rule !== undefined) entry.fault = rule.effect;
  const work = (): Promise<Reply> => carryOut(state, laggingRead(request, rule), entry, answer);
  if (!(await state.waiting.sleep(latencyMs + delayMs))) return undefined;
  if (rule !== undefined && !(await isLetThrough(state, rule, work))) return undefined;

  const reply = rule?.effect === 'status' ? faultyReply(rule, platformHeaders(state)) : await work();
  if (rule?.effect === 'drop_after') return undefined;
  const sent = rule === undefined ? reply : damagedReply(reply, rule, random);
  entry.status = sent.status;
  state.log.finish(entry, sent.body);
  return sent;
}

/** Keeps a request from the platform, for a time or for ever; false where its connection is to be closed now. */
async function isLetThrough(
  { waiting }: SandboxState,
  { effect, ms = 1000, seconds = 60 }: FaultRule,
  work: () => Promise<Reply>,
): Promise<boolean> {
  if (effect === 'hold') return waiting.hold();
  if (effect === 'hang') await waiting.sleep(seconds * 1000);
  if (effect === 'late') {
    void waiting.sleep(ms).then((isOver) => (isOver ? work() : undefined));
  }
  return effect !== 'hang' && effect !== 'late' && effect !== 'drop_before';
}

function laggingRead(request: PlatformRequest, rule: FaultRule | undefined): PlatformRequest {
  if (rule?.effect !== 'stale' || request.method !== 'GET') return request;
  return { ...request, asOf: systemNow() - lagOf(rule) };
}

async function carryOut(
  { world: { due, clock } }: SandboxState,
  request: PlatformRequest,
  entry: LogEntry,
  answer: Answer,
): Promise<Reply> {
  due.letTimePass(clock.stamp());
  const reply = await answer(request, entry);
  entry.effect_applied = reply.status < 400;
  return reply;
}
