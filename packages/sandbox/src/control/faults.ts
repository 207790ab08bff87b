import { z } from 'zod';
import { isList, type Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import { pathPattern } from '../wire/path-pattern.ts';
import { seededRandom } from './seeded-random.ts';

const scalar = z.union([z.string(), z.number(), z.bigint(), z.boolean()]);

const ruleSchema = z.strictObject({
  method: z.string().optional(),
  /** `*` is one segment, `**` any number of them. */
  path: z.string().max(1000).default('/**'),
  /** Which of the requests that fit, counted from 1 since the rules were set. */
  nth: z.array(z.int().min(1)).optional(),
  every: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().default(1),
  /** How often at most. */
  times: z.int().min(0).optional(),
  effect: z.enum([
    'status',
    'refuse',
    'drop_before',
    'drop_after',
    'late',
    'hold',
    'hang',
    'stale',
    'duplicate',
    'truncate',
    'garbage',
    'slow',
    'delay',
  ]),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  body: z.custom<Value>(() => true).optional(),
  /** Of `delay`, `late` and `stale`. */
  ms: z.number().min(0).max(600_000).optional(),
  /** Of `hang`. */
  seconds: z.number().min(0).max(3600).optional(),
  /** Of `slow`. */
  bytes_per_second: z.int().min(1).optional(),
  match: z.record(z.string(), scalar).optional(),
  code: z.string().optional(),
  parameter: z.string().optional(),
  message: z.string().optional(),
  indexed: z.boolean().default(true),
});

export const faultsSchema = z.array(ruleSchema);

export type FaultRule = z.infer<typeof ruleSchema>;

/** What is to happen to a request instead of, or around, its work. */
export interface Disturbance {
  readonly delayMs: number;
  readonly rule?: FaultRule;
  /** The rule's own numbers from 0 to 1. */
  readonly random: () => number;
}

const count = z.int().min(0);

/** A fault book as it is kept elsewhere: the rules, and for each how often it was met, hit and left to chance. */
export const keptFaultsSchema = z.object({
  rules: faultsSchema,
  met: z.array(z.object({ seen: count, fired: count, drawn: count })),
});

export type KeptFaults = z.infer<typeof keptFaultsSchema>;

/** Operations that a fault refuses: by index in a batch, or the request as a whole. */
export interface Refusals {
  readonly whole?: { readonly status: number; readonly problem: Problem };
  readonly items: ReadonlyMap<number, Problem>;
}

interface Armed {
  readonly rule: FaultRule;
  readonly fits: (method: string, path: string) => boolean;
  readonly random: () => number;
  seen: number;
  fired: number;
  drawn: number;
}

/** The faults that are set, with how often each was met. */
export class FaultBook {
  readonly #armed: readonly Armed[];

  constructor(rules: readonly FaultRule[]) {
    this.#armed = rules.map(arm);
  }

  /** The book that was kept, as if it had been in use all the time. */
  static from({ rules, met }: KeptFaults): FaultBook {
    const book = new FaultBook(rules);
    for (const [index, armed] of book.#armed.entries()) {
      const { seen = 0, fired = 0, drawn = 0 } = met[index] ?? {};
      while (armed.drawn < drawn) armed.random();
      Object.assign(armed, { seen, fired });
    }
    return book;
  }

  get kept(): KeptFaults {
    const met = this.#armed.map(({ seen, fired, drawn }) => ({ seen, fired, drawn }));
    return { rules: this.rules, met };
  }

  get rules(): FaultRule[] {
    return this.#armed.map(({ rule }) => rule);
  }

  /** By how much reads may lag at most, in milliseconds. */
  get lagMs(): number {
    return Math.max(0, ...this.rules.map((rule) => (rule.effect === 'stale' ? lagOf(rule) : 0)));
  }

  /** What hits a request as it arrives: all delays together, and the first other effect that fires. */
  meet(method: string, path: string): Disturbance {
    const fired = this.#armed.filter(
      (each) => each.rule.effect !== 'refuse' && each.fits(method, path) && fires(each),
    );
    const delayMs = fired.reduce((sum, { rule }) => sum + (rule.effect === 'delay' ? (rule.ms ?? 0) : 0), 0);
    const hit = fired.find((each) => each.rule.effect !== 'delay');
    return hit === undefined ? { delayMs, random: () => 0 } : { delayMs, rule: hit.rule, random: hit.random };
  }

  /** What refuses a request by its parameters: of the request itself, or of each operation of a batch. */
  refusalsOf(
    request: { readonly method: string; readonly path: string; readonly isBatch: boolean },
    operations: readonly ReadonlyMap<string, Value>[],
  ): Refusals {
    const items = new Map<number, Problem>();
    for (const armed of this.#armed) {
      const { rule } = armed;
      if (rule.effect !== 'refuse' || !armed.fits(request.method, request.path)) continue;
      const hit = operations.flatMap((params, index) => (matches(rule, params) ? [index] : []));
      if (hit.length === 0 || !fires(armed)) continue;
      if (!request.isBatch || !rule.indexed)
        return { whole: { status: rule.status ?? 400, problem: problemOf(rule) }, items };
      for (const index of hit) items.set(index, problemOf(rule));
    }
    return { items };
  }
}

function arm(rule: FaultRule): Armed {
  const fitsPath = pathPattern(rule.path);
  const fits = (method: string, path: string): boolean =>
    (rule.method === undefined || rule.method.toUpperCase() === method) && fitsPath(path);
  const next = seededRandom(rule.seed);
  const armed: Armed = {
    rule,
    fits,
    random: () => {
      armed.drawn += 1;
      return next();
    },
    seen: 0,
    fired: 0,
    drawn: 0,
  };
  return armed;
}

/** By how much the reads that a `stale` rule hits lag, in milliseconds. */
export function lagOf({ ms = 1000 }: FaultRule): number {
  return ms;
}

function fires(armed: Armed): boolean {
  const { rule } = armed;
  armed.seen += 1;
  const isChosen =
    (rule.times === undefined || armed.fired < rule.times) &&
    (rule.nth === undefined || rule.nth.includes(armed.seen)) &&
    (rule.every === undefined || armed.seen % rule.every === 0) &&
    (rule.probability === undefined || armed.random() < rule.probability);
  if (isChosen) armed.fired += 1;
  return isChosen;
}

function matches(rule: FaultRule, params: ReadonlyMap<string, Value>): boolean {
  return Object.entries(rule.match ?? {}).every(([name, wanted]) => {
    const value = params.get(name);
    return value !== undefined && wireForm(value) === String(wanted);
  });
}

function wireForm(value: Value): string {
  if (isList(value)) return value.map(wireForm).join(',');
  return typeof value === 'object' ? '' : String(value);
}

function problemOf(rule: FaultRule): Problem {
  const about = rule.parameter === undefined ? {} : { parameter: rule.parameter };
  return {
    code: rule.code ?? 'INVALID_PARAMETER',
    message: rule.message ?? 'Refused by a fault of the sandbox',
    ...about,
  };
}
