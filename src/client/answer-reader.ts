import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { answerSchema } from './answer-schema.ts';
import { answerFault } from './call-fault.ts';
import type { EndpointFacts, Spec } from './endpoint-facts.ts';
import { says } from './says.ts';

/** Checks what an endpoint answered, and gives it. Throws ADSYNC_ANSWER_INVALID. */
export type AnswerReader = (body: unknown) => unknown;

/** What reads the answers of an endpoint; that of a stream reads one event. */
export function answerReader(facts: EndpointFacts): AnswerReader {
  const schema = bodySchema(facts);
  return (body) => {
    const parsed = safeParse(facts, schema, body);
    if (parsed.success) return parsed.data;
    throw answerFault(facts, parsed.error);
  };
}

function safeParse({ method, path }: EndpointFacts, schema: z.ZodType, body: unknown) {
  try {
    return schema.safeParse(body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the answer to ${method} ${path} is nested too deeply`);
  }
}

function bodySchema(facts: EndpointFacts): z.ZodType {
  const { gives, holds = 'unknown', path } = facts;
  const isData = path.startsWith('/2/');
  if (gives === 'record') return envelope(isData ? answerSchema(holds) : oneRecord(holds), isData);
  // Where nothing is found, an answer of the data API lacks its data.
  if (gives === 'records' || gives === 'list')
    return envelope(isData ? listOf(holds).default([]) : listOf(holds), isData, gives);
  if (gives === 'pairs') return z.preprocess(pairsIn, answerSchema(holds));
  return gives === 'text' ? z.unknown().transform(asText) : answerSchema(holds);
}

/** A page may be JSON as well. */
function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Pairs of text as an object; what is no text stays as it is. */
function pairsIn(body: unknown): unknown {
  return typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
}

function listOf(holds: Spec) {
  return z.array(answerSchema(holds), { error: says('is no list') });
}

/** Some single answers are lists of one (F-request-07). */
function oneRecord(holds: Spec): z.ZodType {
  const isOne = z.tuple([z.unknown()]);
  return z.preprocess((data) => isOne.safeParse(data).data?.[0] ?? data, answerSchema(holds));
}

const problems = z.array(
  z.looseObject({ title: z.string().optional(), detail: z.string().optional(), type: z.string().optional() }),
);

function envelope(data: z.ZodType, isData: boolean, gives?: EndpointFacts['gives']): z.ZodType {
  const error = says('is no object');
  if (isData) {
    const meta = z.looseObject({ next_token: z.string().min(1).optional() });
    const beside = {
      includes: answerSchema('Includes').optional(),
      errors: problems.optional(),
      meta: meta.optional(),
    };
    return z.looseObject({ data, ...beside }, { error });
  }
  if (gives !== 'list') return z.looseObject({ data }, { error });
  const cursor = z.string().min(1).nullable().default(null);
  return z.looseObject(
    { data, next_cursor: cursor, total_count: z.int().nonnegative().optional() },
    { error },
  );
}
