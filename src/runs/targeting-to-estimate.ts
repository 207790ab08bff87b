import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { getRecords } from '../live/get-records.ts';
import type { PlatformClient } from '../platform/client.ts';
import { addressPattern } from '../schemas/address-pattern.ts';
import type { Criterion, EstimatedTargeting } from '../schemas/audience-estimate.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { id } from '../schemas/field-types/index.ts';
import { kinds } from '../schemas/kinds/index.ts';
import { targetingTypes } from '../schemas/kinds/targeting-types.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isIdOf, ownValue, plainText, type Values } from '../schemas/values.ts';
import { readInputs } from './document-inputs.ts';
import { documentPaths } from './document-paths.ts';
import { explainAccount } from './explain-account.ts';
import { knownEntries } from './known-entries.ts';
import { namedAccount } from './named-account.ts';
import type { Run } from './run.ts';
import { settleReferences, unknownAddress } from './scope.ts';
import type { NamedAccount } from './stop-accounts.ts';

/** Whose targeting is to be estimated. */
export interface EstimateRequest {
  /**
   * An address or pattern of the document, for all line items at or beneath it, or the platform's id of a line item;
   * `undefined` for criteria alone.
   */
  readonly named: string | undefined;
  /** Criteria beside those of each line item, as `TYPE:VALUE` or `TYPE:OPERATOR:VALUE`. */
  readonly targeting: readonly string[];
  /** Files and folders of the document, where an address is named. */
  readonly paths: readonly string[];
}

/**
 * The targeting of each line item that is meant. What the document does not say of one that exists is read. Throws as
 * `estimateAudience`.
 */
export async function targetingToEstimate(
  run: Run,
  client: PlatformClient,
  { named, targeting, paths }: EstimateRequest,
): Promise<readonly EstimatedTargeting[]> {
  const more = targeting.map(parseCriterion);
  if (named?.includes('/') === true) {
    const found = await ofDocument(run, client, { named, paths });
    return found.map((each) => estimable({ ...each, criteria: [...each.criteria, ...more] }));
  }
  if (named !== undefined && !id().document.safeParse(named).success)
    throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(named)} is neither an address nor an id`, {
      remedy: 'An address is the path of keys, such as acme-us/campaigns/spring-sale/line_items/clicks.',
    });
  const account = await namedAccount(run);
  const own = named === undefined ? [] : await liveCriteria(client, account, named);
  return [
    estimable({ name: named, accountKey: account.key, accountId: account.id, criteria: [...own, ...more] }),
  ];
}

type Found = Omit<EstimatedTargeting, 'leftOut'> & Partial<Pick<EstimatedTargeting, 'leftOut'>>;

/** Without what the endpoint does not take: it knows the operators EQ and NE (F-audience-20). */
function estimable({ criteria, leftOut = [], ...rest }: Found): EstimatedTargeting {
  const compared = criteria
    .filter((each) => !isTaken(each))
    .map((each) => ({ ...each, reason: `the platform estimates nothing with ${each.operator}` }));
  return { ...rest, criteria: criteria.filter(isTaken), leftOut: [...leftOut, ...compared] };
}

function isTaken({ operator }: Criterion): boolean {
  return operator === 'EQ' || operator === 'NE';
}

async function ofDocument(
  run: Run,
  client: PlatformClient,
  { named, paths }: { readonly named: string; readonly paths: readonly string[] },
): Promise<readonly Found[]> {
  const { document } = await readInputs(run, await documentPaths(paths, run.cwd));
  const isMeant = addressPattern(named);
  const all = document.resources.filter(({ kind }) => kind === kinds.line_item.name);
  const lineItems = all.filter(({ address }) => isMeant(address));
  if (lineItems.length === 0)
    throw unknownAddress(
      named,
      all.map(({ address }) => address),
    );
  const entries = await knownEntries(run);
  const criteria = Map.groupBy(settledCriteria(document, entries), ({ parent }) => parent);
  return await Promise.all(
    lineItems.map(async (lineItem): Promise<Found> => {
      const { address, accountKey, sets } = lineItem;
      const account = accountOf(document, lineItem);
      const facts = { name: address, accountKey, accountId: account.id };
      if (sets.includes(kinds.targeting_criterion.name))
        return { ...facts, ...declaredTargeting(criteria.get(address) ?? []) };
      const known = lineItem.id ?? entries.find((entry) => entry.address === address)?.id;
      const live = known === undefined ? [] : await liveCriteria(client, account, known);
      return { ...facts, criteria: live };
    }),
  );
}

function accountOf({ accounts }: DesiredDocument, { accountKey }: DesiredResource): NamedAccount {
  const account = accounts.find(({ key }) => key === accountKey);
  if (account === undefined) throw new RangeError(`no account ${accountKey}`);
  return account;
}

/** All criteria of the document, with the ids of what they name as far as these are known. */
function settledCriteria(
  document: DesiredDocument,
  entries: readonly StateEntry[],
): readonly DesiredResource[] {
  const criteria = document.resources.filter(({ kind }) => kind === kinds.targeting_criterion.name);
  return settleReferences({ ...document, resources: criteria }, document, entries).resources;
}

function declaredTargeting(criteria: readonly DesiredResource[]): Pick<Found, 'criteria' | 'leftOut'> {
  const read = criteria.map(({ fields }) => {
    const value = ownValue(fields, 'targeting_value');
    return { criterion: criterionOf(fields), waitsFor: isIdOf(value) ? value.id_of : undefined };
  });
  return {
    criteria: read.flatMap(({ criterion, waitsFor }) => (waitsFor === undefined ? [criterion] : [])),
    leftOut: read.flatMap(({ criterion, waitsFor }) =>
      waitsFor === undefined
        ? []
        : [{ ...criterion, value: waitsFor, reason: `${waitsFor} does not exist yet` }],
    ),
  };
}

function criterionOf(fields: Values): Criterion {
  const textOf = (wire: string): string => plainText(ownValue(fields, wire));
  return {
    type: textOf('targeting_type'),
    operator: plainText(ownValue(fields, 'operator_type') ?? 'EQ'),
    value: textOf('targeting_value'),
  };
}

async function liveCriteria(
  client: PlatformClient,
  account: NamedAccount,
  lineItemId: string,
): Promise<readonly Criterion[]> {
  const reader = { client, accountId: account.id, seal: undefined };
  const all = { ids: [], parentIds: [], deletedToo: false } as const;
  try {
    const lineItems = await getRecords(reader, { ...all, kind: kinds.line_item, ids: [lineItemId] });
    if (lineItems.length === 0)
      throw new AdsyncError('ADSYNC_RECORD_UNKNOWN', `there is no line item ${lineItemId}`, {
        remedy: 'Check the id and the account: `adsync get line_items` lists them.',
      });
    const records = await getRecords(reader, {
      ...all,
      kind: kinds.targeting_criterion,
      parentIds: [lineItemId],
    });
    return records.map(({ fields }) => criterionOf(fields));
  } catch (error) {
    throw await explainAccount(client, { accounts: [account] }, error);
  }
}

/** A criterion as addresses have it: `LOCATION:EQ:96683cc9126741d1`, or without the operator EQ. Throws ADSYNC_USAGE. */
function parseCriterion(text: string): Criterion {
  const [type = '', second = '', ...rest] = text.split(':');
  const known = Object.hasOwn(targetingTypes, type) ? targetingTypes[type] : undefined;
  if (known === undefined) throw unknownType(type);
  const hasOperator = rest.length > 0 && operators.has(second);
  const { operators: allowed = ['EQ'], value: meaning, values } = known;
  const operator = hasOperator ? second : 'EQ';
  const value = (hasOperator ? rest : [second, ...rest]).join(':');
  if (!allowed.includes(operator)) throw unfit(text, `${type} takes the operator ${allowed.join(' or ')}`);
  if (!values.test(value) || value.length > longestValue) throw unfit(text, `its value is ${meaning}`);
  return { type, operator, value };
}

const operators: ReadonlySet<string> = new Set(['EQ', 'NE', 'GTE', 'LT']);
const longestValue = 255;

function unknownType(type: string): AdsyncError {
  const near = nearest(type, Object.keys(targetingTypes));
  return new AdsyncError(
    'ADSYNC_USAGE',
    `there is no sort of targeting ${JSON.stringify(type.slice(0, 60))}`,
    {
      remedy:
        near === undefined
          ? 'Write TYPE:VALUE, such as INTEREST:1001; `adsync explain targeting.type` lists the types.'
          : `Did you mean ${near}?`,
    },
  );
}

function unfit(text: string, rule: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(text.slice(0, 80))} cannot be targeted: ${rule}`, {
    remedy: 'Write TYPE:VALUE, or TYPE:NE:VALUE to leave somebody out.',
  });
}
