/** What becomes of the operations of a request that a fault hits. */
export type Ending =
  /** They are done in the same run: the request is waited for, sent again, or found to be done. */
  | 'done'
  /** They have failed with the platform's words; the rest of a batch goes on. */
  | 'refused'
  /** The whole run stops, at once. */
  | 'stopped';

export interface Effect {
  readonly name: string;
  /** The fault as the sandbox takes it. */
  readonly fault: Readonly<Record<string, unknown>>;
  readonly ending: Ending;
}

const status = (code: number, more: object = {}): Effect['fault'] => ({
  effect: 'status',
  status: code,
  ...more,
});
const inMinutes = (minutes: number): string => String(Math.ceil(Date.now() / 1000) + minutes * 60);

/** Every effect of the sandbox's faults on a write, with the endings that the program owes. */
export const effects: readonly Effect[] = [
  {
    name: '429 with the end of its window',
    fault: status(429, {
      headers: {
        'x-rate-limit-limit': '450',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': inMinutes(2),
      },
    }),
    ending: 'done',
  },
  { name: '429 without', fault: status(429), ending: 'done' },
  { name: '423', fault: status(423), ending: 'done' },
  { name: '500', fault: status(500), ending: 'done' },
  { name: '503 with Retry-After', fault: status(503, { headers: { 'retry-after': '30' } }), ending: 'done' },
  { name: '503 without', fault: status(503), ending: 'done' },
  { name: '408', fault: status(408), ending: 'done' },
  {
    name: '401 with code 89',
    fault: status(401, { body: { errors: [{ code: 89, message: 'Invalid or expired token.' }] } }),
    ending: 'stopped',
  },
  { name: '403', fault: status(403), ending: 'refused' },
  { name: '404', fault: status(404), ending: 'refused' },
  { name: 'refuse, with an index', fault: { effect: 'refuse' }, ending: 'refused' },
  { name: 'refuse, without', fault: { effect: 'refuse', indexed: false }, ending: 'refused' },
  { name: 'drop_before', fault: { effect: 'drop_before' }, ending: 'done' },
  { name: 'drop_after', fault: { effect: 'drop_after' }, ending: 'done' },
  { name: 'late', fault: { effect: 'late', ms: 20 }, ending: 'done' },
  { name: 'hold', fault: { effect: 'hold' }, ending: 'done' },
  { name: 'hang', fault: { effect: 'hang', seconds: 1 }, ending: 'done' },
  { name: 'truncate', fault: { effect: 'truncate' }, ending: 'done' },
  { name: 'garbage', fault: { effect: 'garbage' }, ending: 'done' },
  { name: 'slow', fault: { effect: 'slow', bytes_per_second: 100_000 }, ending: 'done' },
  { name: 'delay', fault: { effect: 'delay', ms: 50 }, ending: 'done' },
];
