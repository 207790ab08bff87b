import { isFields, isList, type Value } from '../value.ts';
import { parseJson, printJson } from '../wire/lossless-json.ts';
import type { Reply } from '../wire/platform-request.ts';
import type { FaultRule } from './faults.ts';

type Headers = Readonly<Record<string, string>>;

const codes: ReadonlyMap<number, string> = new Map([
  [408, 'CANCELLED_REQUEST'],
  [423, 'LOCK_ACQUISITION_TIMEOUT'],
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'INTERNAL_ERROR'],
  [503, 'SERVICE_UNAVAILABLE'],
]);

/** The answer that a `status` rule gives in place of the platform's; `usual` are the headers of every answer. */
export function faultyReply({ status = 503, headers, body }: FaultRule, usual: Headers): Reply {
  const code = codes.get(status) ?? 'INTERNAL_ERROR';
  const usualBody = { errors: [{ code, message: 'A fault of the sandbox' }], request: { params: {} } };
  const isJson = body === undefined || isFields(body) || isList(body);
  const lowered = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    status,
    headers: { ...usual, ...Object.fromEntries(lowered) },
    body: isJson ? printJson(body ?? usualBody) : String(body),
  };
}

/** What becomes of the platform's answer on its way back, under a rule that damages answers; the same one under any other. */
export function damagedReply(reply: Reply, rule: FaultRule, random: () => number): Reply {
  if (rule.effect === 'truncate') return { ...reply, delivery: { kind: 'cut' } };
  if (rule.effect === 'slow') {
    return { ...reply, delivery: { kind: 'slow', bytesPerSecond: rule.bytes_per_second ?? 1000 } };
  }
  if (rule.effect === 'duplicate') return { ...reply, body: withDuplicate(reply.body.toString(), random) };
  return rule.effect === 'garbage' ? garbage(reply) : reply;
}

function garbage({ headers }: Reply): Reply {
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>\n',
  };
}

/** The body with one record of its list a second time, right after the first; another body as it is. */
function withDuplicate(body: string, random: () => number): string {
  const answer = jsonOf(body);
  const data = isFields(answer) ? answer['data'] : undefined;
  if (!isFields(answer) || !isList(data) || data.length === 0) return body;
  const index = Math.floor(random() * data.length);
  return printJson({
    ...answer,
    data: data.flatMap((record, at) => (at === index ? [record, record] : [record])),
  });
}

function jsonOf(body: string): Value {
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}
