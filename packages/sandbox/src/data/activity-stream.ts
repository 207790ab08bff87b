import { int, time } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { DataProblem, invalidParameter } from './data-problem.ts';
import { activityStream, lineOf } from './publish-event.ts';
import { activityEvents } from './webhook-records.ts';

/** The persistent stream of activity events: one JSON a line, with signs of life between them (F-event-01). */
export const activityStreamEndpoint: DataEndpoint = {
  method: 'GET',
  path: '/2/activity/stream',
  callers: ['app', 'user'],
  query: { backfill_minutes: { is: int(0, 5) }, start_time: { is: time }, end_time: { is: time } },
  success: { media: 'application/x-ndjson' },
  run: connect,
};

function connect(call: DataCall): DataAnswer {
  const { world, hub, caller, query, request } = call;
  const { connections, keep_alive_seconds: keepAlive } = world.limits.streams;
  if (hub.openCount(caller.app.id) >= connections)
    throw new DataProblem(429, 'ConnectionException', 'The application has as many streams as it may have.', {
      kind: 'streaming-connection',
    });
  const end = textIn(query, 'end_time');
  const until = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
  const missed = missedEvents(call, until);
  return {
    body: {},
    stream: (connection) => {
      hub.join(connection, {
        appId: caller.app.id,
        endpoint: activityStream,
        clientIp: request.clientIp,
        now: () => world.clock.now(),
        keepAliveMs: keepAlive * 1000,
        until,
      });
      for (const event of missed) connection.write(`${lineOf(event)}\r\n`);
      if (until <= world.clock.now()) connection.end();
    },
  };
}

/** What happened while nobody listened: of the last minutes, or since a time. */
function missedEvents({ world, caller, query }: DataCall, until: number): readonly StoredRecord[] {
  const minutes = query['backfill_minutes'];
  const start = textIn(query, 'start_time');
  if (start !== null && Date.parse(start) > until)
    throw invalidParameter('end_time', 'end_time must not be before start_time');
  const backfill =
    typeof minutes === 'number' && minutes > 0 ? world.clock.now() - minutes * 60_000 : undefined;
  const from = start === null ? backfill : Date.parse(start);
  if (from === undefined) return [];
  return [...world.store.in(activityEvents.collection, 'app_id', caller.app.id)].filter((event) => {
    const at = Number(longIn(event, 'happened_at_ms') ?? 0n);
    return textIn(event, 'webhook_id') === null && at >= from && at <= until;
  });
}
