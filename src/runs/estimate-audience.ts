import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { asError } from '../diagnostics/as-error.ts';
import { jsonText } from '../diagnostics/json-text.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { AudienceEstimate, AudienceSize, EstimatedTargeting } from '../schemas/audience-estimate.ts';
import { closeAfter } from './close-after.ts';
import { explainAccount } from './explain-account.ts';
import { unlessInterrupted } from './interrupted.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';
import { type EstimateRequest, targetingToEstimate } from './targeting-to-estimate.ts';

/** Types that only narrow whom others reach (F-targeting-10); about the others the platform decides. */
const narrowing: ReadonlySet<string> = new Set([
  'LOCATION',
  'AGE',
  'GENDER',
  'LANGUAGE',
  'PLATFORM',
  'PLATFORM_VERSION',
  'DEVICE',
  'WIFI_ONLY',
]);

/**
 * How many people the targeting of line items reaches, about: of the document's, before they exist or after, of a live one
 * by its id, or of criteria alone. Each has its size, or why the platform does not estimate it. Reads, and has the platform
 * count; equal targeting is counted once. Throws ADSYNC_USAGE, ADSYNC_ADDRESS_UNKNOWN, ADSYNC_RECORD_UNKNOWN,
 * ADSYNC_ACCOUNT_UNKNOWN, ADSYNC_ANSWER_INVALID, Interrupted, what reading the document throws, and what the client throws
 * other than refusals.
 */
export async function estimateAudience(
  run: Run,
  request: EstimateRequest,
): Promise<readonly AudienceEstimate[]> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const estimating = async (): Promise<readonly AudienceEstimate[]> => {
      const targetings = await targetingToEstimate(run, client, request);
      const sizes = new Map<string, AudienceSize | AdsyncError>();
      const estimates: AudienceEstimate[] = [];
      for (const targeting of targetings) {
        const same = jsonText([targeting.accountId, targeting.criteria]);
        const size = sizes.get(same) ?? (await sizeOrProblem(client, targeting));
        sizes.set(same, size);
        estimates.push({ ...targeting, ...(size instanceof AdsyncError ? { problem: size } : { size }) });
      }
      return estimates;
    };
    return await run.frontend.progress(
      'Estimating the audience',
      async () => await unlessInterrupted(run.signal, estimating()),
    );
  });
}

async function sizeOrProblem(
  client: PlatformClient,
  targeting: EstimatedTargeting,
): Promise<AudienceSize | AdsyncError> {
  if (targeting.criteria.every(({ type, operator }) => operator === 'NE' || narrowing.has(type)))
    return new AdsyncError('ADSYNC_USAGE', problemWithout(targeting), {
      remedy:
        'The platform estimates what has at least one audience, interest, keyword, followed user or the like: add one with --targeting TYPE:VALUE.',
    });
  try {
    return await sizeOf(client, targeting);
  } catch (error) {
    const isRefusal = error instanceof PlatformError && error.outcome === 'refused' && error.status === 400;
    if (isRefusal) return error;
    const account = { key: targeting.accountKey, id: targeting.accountId };
    throw asError(await explainAccount(client, { accounts: [account] }, error));
  }
}

function problemWithout({ name, criteria }: EstimatedTargeting): string {
  const what = name === undefined ? 'the targeting' : `the targeting of ${name}`;
  return criteria.length === 0
    ? `${what} has nothing that can be estimated`
    : `${what} only narrows whom it reaches`;
}

const answerSchema = z.object({
  data: z.object({
    audience_size: z.object({ min: z.number().nonnegative(), max: z.number().nonnegative() }),
  }),
});

/** Has the platform count whom criteria reach (F-audience-20). */
async function sizeOf(
  client: PlatformClient,
  { accountId, criteria }: EstimatedTargeting,
): Promise<AudienceSize> {
  const path = `/12/accounts/${encodeURIComponent(accountId)}/audience_estimate`;
  const json = criteria.map(({ type, operator, value }) => ({
    targeting_type: type,
    operator_type: operator,
    targeting_value: value,
  }));
  const { body } = await client.call({ host: 'ads', method: 'POST', path, json, accountId });
  const answer = answerSchema.safeParse(body);
  if (!answer.success)
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform estimated no size', { lines: [path] });
  const { min, max } = answer.data.data.audience_size;
  return { least: Math.min(min, max), greatest: Math.max(min, max) };
}
