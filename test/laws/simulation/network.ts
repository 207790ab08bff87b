import type { PlatformRequest, Reply } from '../../../packages/sandbox/src/wire/platform-request.ts';
import { parseJson } from '../../../src/platform/json.ts';
import type { WireOutcome, WireRequest } from '../../../src/platform/transport.ts';
import { numberAt } from '../../support/worlds/random.ts';
import type { Platform } from './platform.ts';
import type { Scheduler } from './scheduler.ts';
import type { FaultEffect, Trial } from './trial.ts';

/** One request on its way. */
export interface Exchange {
  readonly wire: WireRequest;
  /** The run that sends it, and the request's number in that run. */
  readonly run: number;
  readonly number: number;
  readonly timeoutMs: number;
  readonly fault: FaultEffect | undefined;
  /** How far a read of it lags behind at most, in milliseconds. */
  readonly lagMs: number;
}

/** The way between processes and the platform. */
export interface Network {
  /** Carries a request there and tells once what comes back. */
  exchange(exchange: Exchange, answer: (outcome: WireOutcome) => void): void;
}

/** `arrived` is told of every request that the platform has carried out or refused. */
export function createNetwork(
  { seed }: Pick<Trial, 'seed'>,
  scheduler: Scheduler,
  platform: Platform,
  arrived: (wire: WireRequest, reply: Reply) => void,
): Network {
  return {
    exchange: (exchange, answer) => {
      const { fault, run, number, wire, timeoutMs, lagMs } = exchange;
      const draw = (place: number): number => numberAt(seed, run, number, place);
      const once = callOnce(answer);
      const takeBack = scheduler.after(timeoutMs, () => once(noAnswer('no complete answer in time')));
      const end = (outcome: WireOutcome): void => {
        takeBack();
        once(outcome);
      };
      const work = (): Reply => {
        const lag = fault?.kind === 'stale' ? fault.ms : lagMs * draw(3);
        const asOf = scheduler.now() - (draw(4) < 0.5 || fault?.kind === 'stale' ? lag : 0);
        const reply = platform.answer(requestOf(wire, wire.method === 'GET' && lag > 0 ? asOf : undefined));
        arrived(wire, reply);
        return reply;
      };
      scheduler.after(20 + draw(1) * 120, () =>
        meet({ fault, scheduler, work, backMs: 5 + draw(2) * 60, end }),
      );
    },
  };
}

interface Meeting {
  readonly fault: FaultEffect | undefined;
  readonly scheduler: Scheduler;
  readonly work: () => Reply;
  readonly backMs: number;
  readonly end: (outcome: WireOutcome) => void;
}

function meet({ fault, scheduler, work, backMs, end }: Meeting): void {
  if (fault?.kind === 'late') scheduler.after(fault.ms, () => void work());
  const answer = isCarriedOut(fault)
    ? answerTo(work(), fault, scheduler.now())
    : answerWithoutWork(fault, scheduler.now());
  const delayMs = fault?.kind === 'slow' ? fault.ms : backMs;
  if (answer !== undefined) scheduler.after(delayMs, () => end(answer));
}

/** Whether the platform carries the request out when it arrives. */
function isCarriedOut(fault: FaultEffect | undefined): boolean {
  if (fault?.kind === 'garbage' || fault?.kind === 'status') return fault.done;
  return fault?.kind !== 'lost' && fault?.kind !== 'late' && fault?.kind !== 'limited';
}

/** What comes back of the platform's answer; `undefined` for nothing until the client gives up. */
function answerTo(reply: Reply, fault: FaultEffect | undefined, now: number): WireOutcome | undefined {
  if (fault?.kind === 'unanswered') return fault.silent ? undefined : noAnswer('other side closed');
  if (fault?.kind === 'truncated')
    return { ...outcomeOf(reply), body: { problem: 'the answer was cut: other side closed' } };
  if (fault?.kind === 'duplicate') return duplicated(outcomeOf(reply));
  return fault?.kind === 'garbage' || fault?.kind === 'status'
    ? answerWithoutWork(fault, now)
    : outcomeOf(reply);
}

/** What comes back in place of an answer of the platform's own. */
function answerWithoutWork(fault: FaultEffect | undefined, now: number): WireOutcome | undefined {
  if (fault?.kind === 'garbage') return answerOf(now, 200, { problem: 'the answer is no JSON (text/html)' });
  if (fault?.kind === 'status') return statusAnswer(now, fault);
  if (fault?.kind === 'limited') return limitedAnswer(now, fault);
  const silent = (fault?.kind === 'lost' || fault?.kind === 'late') && fault.silent;
  return silent ? undefined : noAnswer('other side closed');
}

function callOnce<T>(callback: (value: T) => void): (value: T) => void {
  let called = false;
  return (value) => {
    if (called) return;
    called = true;
    callback(value);
  };
}

function requestOf({ method, url, headers, body }: WireRequest, asOf: number | undefined): PlatformRequest {
  return {
    method,
    scheme: 'http',
    path: url.pathname,
    query: url.search.replace(/^\?/, ''),
    headers: { ...headers, host: url.host },
    body: Buffer.from(body ?? ''),
    clientIp: '127.0.0.1',
    ...(asOf !== undefined && { asOf }),
  };
}

function noAnswer(message: string): WireOutcome {
  return { kind: 'no-answer', sent: true, cause: new Error(message) };
}

type Answered = Extract<WireOutcome, { readonly kind: 'answer' }>;

function outcomeOf({ status, headers, body }: Reply): Answered {
  return { kind: 'answer', status, headers: { ...headers }, body: { value: parseJson(body.toString()) } };
}

function answerOf(
  now: number,
  status: number,
  body: Answered['body'],
  headers: Answered['headers'] = {},
): Answered {
  return { kind: 'answer', status, headers: { date: new Date(now).toUTCString(), ...headers }, body };
}

function statusAnswer(now: number, fault: Extract<FaultEffect, { kind: 'status' }>): Answered {
  const value = { errors: [{ code: 'SERVICE_UNAVAILABLE', message: 'A fault' }], request: { params: {} } };
  const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  return answerOf(now, fault.status, { value }, headers);
}

function limitedAnswer(
  now: number,
  { seconds, headers }: Extract<FaultEffect, { kind: 'limited' }>,
): Answered {
  const value = { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'A fault' }], request: { params: {} } };
  const reset = String(Math.ceil(now / 1000) + seconds);
  const limits = { 'x-rate-limit-limit': '450', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset };
  return answerOf(now, 429, { value }, headers ? limits : {});
}

/** The same answer with the first record of its list a second time. */
function duplicated(answer: Answered): Answered {
  if (!('value' in answer.body)) return answer;
  const { value } = answer.body;
  if (typeof value !== 'object' || value === null || !('next_cursor' in value) || !('data' in value))
    return answer;
  const { data } = value;
  if (!Array.isArray(data)) return answer;
  const list: readonly unknown[] = data;
  return { ...answer, body: { value: { ...value, data: [...list.slice(0, 1), ...list] } } };
}
