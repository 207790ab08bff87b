import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { apiEndpoint } from '../platform/api-endpoint.ts';
import type { AnywhereRequest } from '../platform/client.ts';
import { sensitiveIn } from '../platform/sensitive-parameters.ts';
import { callFault } from './call-fault.ts';
import type { EndpointFacts } from './endpoint-facts.ts';
import { inputSchema } from './input-schema.ts';
import { jsonOf, pairText } from './wire-values.ts';

/** Makes the request of a call out of its input. Throws ADSYNC_CALL_INVALID. */
export type RequestMaker = (input: unknown) => AnywhereRequest;

type Input = Readonly<Record<string, unknown>>;

/** What makes the requests of an endpoint. Parameters go where the endpoint takes them (F-request-02). */
export function requestMaker(facts: EndpointFacts): RequestMaker {
  const { method, path, takes } = facts;
  const endpoint = apiEndpoint(method, path);
  const inPath = new Set(path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])));
  const schema = inputSchema(takes, endpoint.takes === 'query' || endpoint.takes === 'form');
  return (given) => {
    const input = checked(facts, () => schema.safeParse(given ?? {}));
    const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => pathPart(facts, name, input[name]));
    const rest = Object.entries(input).filter(
      ([name, value]) => !inPath.has(name) && name !== 'oauth_callback' && value !== undefined,
    );
    const { account_id: accountId, oauth_callback: callback } = input;
    return {
      ...placed(endpoint.takes, method, rest),
      host: endpoint.host,
      method,
      path: filled,
      signing: endpoint.signing,
      ...(endpoint.answers === 'text' && { answers: 'text' }),
      ...(typeof accountId === 'string' && { accountId }),
      // This one goes into the header (F-auth-07).
      ...(typeof callback === 'string' && { members: { oauth_callback: callback } }),
      sensitive: sensitiveIn(Object.fromEntries(rest)),
    };
  };
}

function checked(
  facts: EndpointFacts,
  parse: () => ReturnType<ReturnType<typeof inputSchema>['safeParse']>,
): Input {
  try {
    const parsed = parse();
    if (parsed.success) return parsed.data;
    throw callFault(facts, parsed.error);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(facts, 'the input is nested too deeply');
    throw error;
  }
}

/** Ids, keys of media and names of streams; nothing that could lead to another endpoint, whoever decodes it. */
const pathPattern = /^(?!\.{1,2}$)[\w.:~-]{1,200}$/;

function pathPart(facts: EndpointFacts, name: string, value: unknown): string {
  const text = pairText(value);
  if (!pathPattern.test(text)) throw invalid(facts, `${name} is no id`);
  return encodeURIComponent(text);
}

function invalid({ name }: EndpointFacts, fault: string): AdsyncError {
  return new AdsyncError('ADSYNC_CALL_INVALID', `client.${name} was given 1 thing that it does not take`, {
    lines: [fault],
    remedy: 'Nothing was sent.',
  });
}

function placed(
  takes: ReturnType<typeof apiEndpoint>['takes'],
  method: string,
  rest: readonly (readonly [string, unknown])[],
): Pick<AnywhereRequest, 'query' | 'form' | 'jsonText'> {
  if (takes === 'list') return { jsonText: jsonOf(Object.fromEntries(rest)['body']) };
  if (takes === 'json')
    return rest.length === 0 && method !== 'POST' ? {} : { jsonText: jsonOf(Object.fromEntries(rest)) };
  const pairs = Object.fromEntries(rest.map(([name, value]) => [name, pairText(value)]));
  return takes === 'form' ? { form: pairs } : { query: pairs };
}
