import { listOf, oneOf, type Params, text } from '../params/param.ts';
import { type Fields, textIn, textsIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { pageOf, pageParams } from './pages.ts';
import type { StreamConnection } from './stream-hub.ts';

const many = '/2/connections';

const listing: Params = {
  status: { is: oneOf(['active', 'inactive', 'all']) },
  endpoints: { is: listOf(text(100), 100) },
  'connection.fields': {
    is: listOf(
      oneOf(['id', 'client_ip', 'connected_at', 'disconnected_at', 'disconnect_reason', 'endpoint_name']),
    ),
  },
  ...pageParams(100),
};

type Choose = (connection: StreamConnection, call: DataCall) => boolean;

const every: Choose = () => true;
const ofEndpoint: Choose = ({ endpoint }, { path }) => endpoint === path['endpoint_id'];

/** Listing streaming connections, and ending them: all, those of one stream, or those named (F-event-08). */
export const connectionEndpoints: readonly DataEndpoint[] = [
  list(many, every),
  list(`${many}/all`, every),
  list(`${many}/:endpoint_id`, ofEndpoint),
  {
    method: 'DELETE',
    path: many,
    callers: ['app', 'user'],
    query: {},
    body: { uuids: { is: listOf(text(100), 100), required: true } },
    run: (call) => kill(call, textsIn(call.body, 'uuids')),
  },
  killAll(`${many}/all`, every),
  killAll(`${many}/:endpoint_id`, ofEndpoint),
];

function list(path: string, choose: Choose): DataEndpoint {
  return {
    method: 'GET',
    path,
    callers: ['app', 'user'],
    query: listing,
    run: (call) => listed(call, choose),
  };
}

function listed(call: DataCall, choose: Choose): DataAnswer {
  const { hub, caller, query } = call;
  const status = textIn(query, 'status') ?? 'active';
  const endpoints = textsIn(query, 'endpoints');
  const chosen = hub.connections(caller.app.id).filter((each) => {
    const isOpen = each.disconnectedAt === undefined;
    const hasStatus = status === 'all' || (status === 'active') === isOpen;
    return hasStatus && choose(each, call) && (endpoints.length === 0 || endpoints.includes(each.endpoint));
  });
  const shown = new Map(chosen.map((each) => [each.id, each]));
  const { records, meta } = pageOf(
    [...shown.keys()].map((id) => ({ id })),
    query,
    10,
  );
  const data = records.map(({ id }) => shown.get(id)).filter((each) => each !== undefined);
  return { body: { data: data.map(show), meta } };
}

function killAll(path: string, choose: Choose): DataEndpoint {
  return {
    method: 'DELETE',
    path,
    callers: ['app', 'user'],
    query: {},
    run: (call) => {
      const open = call.hub
        .connections(call.caller.app.id)
        .filter((each) => each.disconnectedAt === undefined && choose(each, call));
      return kill(
        call,
        open.map(({ id }) => id),
      );
    },
  };
}

function kill({ hub, caller }: DataCall, uuids: readonly string[]): DataAnswer {
  const own = new Set(hub.connections(caller.app.id).map(({ id }) => id));
  const results = uuids.map((uuid) => {
    const success = own.has(uuid) && hub.kill(uuid);
    return success ? { uuid, success } : { uuid, success, error_message: 'No open connection has this id' };
  });
  const killed = results.filter(({ success }) => success).length;
  return {
    body: { data: { successful_kills: killed, failed_kills: results.length - killed, results } },
  };
}

function show(connection: StreamConnection): Fields {
  const { id, endpoint, clientIp, connectedAt, disconnectedAt, disconnectReason } = connection;
  return {
    id,
    endpoint_name: endpoint,
    client_ip: clientIp,
    connected_at: new Date(connectedAt).toISOString(),
    ...(disconnectedAt === undefined ? {} : { disconnected_at: new Date(disconnectedAt).toISOString() }),
    ...(disconnectReason === undefined ? {} : { disconnect_reason: disconnectReason }),
  };
}
