import type { Endpoint } from '../../engine/endpoint.ts';
import { isFields, textIn, type Value } from '../../value.ts';
import { checkComposer, idNumber } from './post-fields.ts';

/**
 * A call about posts that others may have to be allowed to write, and whose update echoes the id as a bare number
 * (F-value-02).
 */
export function composed(endpoint: Endpoint, idParam: string): Endpoint {
  return {
    ...endpoint,
    run: (call) => {
      if (endpoint.method === 'POST') checkComposer(call);
      const answer = endpoint.run(call);
      const request = answer['request'] ?? null;
      return endpoint.method === 'PUT' ? { ...answer, request: withNumber(request, idParam) } : answer;
    },
  };
}

function withNumber(request: Value, name: string): Value {
  const params = isFields(request) ? (request['params'] ?? null) : null;
  return isFields(params) ? { params: { ...params, [name]: idNumber(textIn(params, name) ?? '') } } : request;
}
