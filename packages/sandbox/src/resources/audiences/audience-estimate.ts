import { createHash } from 'node:crypto';
import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { listOf, objectOf, oneOf, type ParamType, text } from '../../params/param.ts';
import { readValue } from '../../params/read-value.ts';
import { type Fields, isFields, isList, textIn, type Value } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import { insightReaders } from './audience-roles.ts';

/** Types that say who is meant at all; the others narrow (F-targeting-10). */
const primary =
  /^(?:.*FOLLOWERS_OF_USER|CUSTOM_AUDIENCE.*|INTEREST|.*_KEYWORD|TV_SHOW|LIVE_TV_EVENT|EVENT|CONVERSATION|.*_ENGAGEMENT.*)$/;

const criteria: ParamType = listOf(
  objectOf('criterion', () => ({
    targeting_type: { is: text(64), required: true },
    targeting_value: { is: text(255), required: true },
    operator_type: { is: oneOf(['EQ', 'NE']), default: 'EQ' },
  })),
);

/** How many people criteria would reach, about (F-audience-20). */
export const audienceEstimateEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/accounts/:account_id/audience_estimate',
    allowed: insightReaders,
    params: { targeting_criteria: { is: criteria, required: true } },
    run: estimate,
  },
];

/** The body is a list of criteria, or an object with one (F-audience-20). */
function estimate({ json, path }: Call): Fields {
  const params = { ...path, targeting_criteria: null };
  const sent = isFields(json) ? (json['targeting_criteria'] ?? null) : (json ?? null);
  const reading = isList(sent) ? readValue('targeting_criteria', criteria, sent) : noList;
  if ('problem' in reading) throw new ApiError(400, [reading.problem], { params });
  const wanted = isList(reading.value) ? reading.value.filter(isFields) : [];
  if (!wanted.some(isPrimary)) {
    const message = 'At least one primary targeting criterion is required';
    const problem = { code: 'MISSING_PARAMETER', message, parameter: 'targeting_criteria' };
    throw new ApiError(400, [problem], { params });
  }
  return { request: { params }, data: { audience_size: sizeOf(reading.value) } };
}

const noList = {
  problem: {
    code: 'INVALID_PARAMETER',
    message: 'Expected a JSON array of targeting criteria as the request body',
  },
};

function isPrimary(criterion: Fields): boolean {
  return criterion['operator_type'] !== 'NE' && primary.test(textIn(criterion, 'targeting_type') ?? '');
}

// Made up, and the same for the same criteria.
function sizeOf(wanted: Value): Fields {
  const number = createHash('sha256').update(JSON.stringify(wanted)).digest().readUInt32BE(0);
  const least = 1000 * (1 + (number % 50_000));
  return { min: least, max: Math.round(least * 1.25) };
}
