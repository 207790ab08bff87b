import { printable } from '../diagnostics/display-text.ts';
import { formatMoney, moneyText } from '../schemas/micro-units.ts';
import type { KnownAccount, SeenInstrument } from '../schemas/seen-account.ts';
import type { Sheet, SheetValue } from './sheet.ts';
import { tableLines } from './table-lines.ts';

/** Accounts that the credentials see, and what pays for their campaigns. */
export function accountsSheet(accounts: readonly KnownAccount[]): Sheet {
  return {
    text: (width) => accountsText(accounts, width),
    grid: () => [gridNames, ...accounts.flatMap(gridRows)],
    records: accounts.map(recordOf),
  };
}

function accountsText(accounts: readonly KnownAccount[], width: number): string {
  if (accounts.length === 0) return 'The credentials see no account.\n';
  const instruments = accounts.flatMap(({ id, fundingInstruments }) =>
    fundingInstruments === null
      ? [['', id, '', 'these credentials may not read what pays here', '']]
      : fundingInstruments.map((each) => [each.id, id, each.type, stateOf(each), each.description]),
  );
  const tables = [
    [['id', 'name', 'key', 'permissions', 'currency', 'time zone'], ...accounts.map(accountRow)],
    ...(instruments.length === 0
      ? []
      : [[['funding', 'account', 'type', 'left', 'description'], ...instruments]]),
  ];
  return tables
    .map((rows) =>
      tableLines(
        rows.map((row) => row.map(printable)),
        { width, indent: 0 },
      )
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

function accountRow(account: KnownAccount): readonly string[] {
  const { id, name, key, permissions, timezone } = account;
  const may = permissions?.join(', ') ?? 'not told';
  return [id, name, key ?? '', may === '' ? 'none' : may, currenciesOf(account).join(', '), timezone ?? ''];
}

/** An account has no currency of its own: its amounts are in those of what pays for its campaigns (F-funding-01). */
function currenciesOf({ fundingInstruments }: KnownAccount): readonly string[] {
  const named = (fundingInstruments ?? []).map(({ currency }) => currency).filter((each) => each !== '');
  return [...new Set(named)];
}

/** What is left of an instrument, as far as the platform tells that of its type (F-funding-03). */
function stateOf(instrument: SeenInstrument): string {
  const { currency, ableToFund, reasonsNotAbleToFund, creditLimit, creditRemaining, fundedAmount } =
    instrument;
  const amount = (micro: bigint): string => `${formatMoney(micro)} ${currency}`;
  const limit = creditLimit === null ? [] : [`limit ${amount(creditLimit)}`];
  const left =
    creditRemaining === null
      ? limit
      : [
          creditLimit === null
            ? `${amount(creditRemaining)} left`
            : `${amount(creditRemaining)} of ${amount(creditLimit)}`,
        ];
  const funded = fundedAmount === null ? [] : [`funded with ${amount(fundedAmount)}`];
  const amounts = [...left, ...funded];
  const reasons = reasonsNotAbleToFund.length === 0 ? '' : `: ${reasonsNotAbleToFund.join(', ')}`;
  const cannot = ableToFund === false ? [`cannot fund${reasons}`] : [];
  const until = instrument.endTime === null ? [] : [`until ${instrument.endTime}`];
  const told = [...amounts, ...cannot, ...until];
  return told.length === 0
    ? [currency, 'no limit told'].filter((word) => word !== '').join(', ')
    : told.join(', ');
}

function recordOf(account: KnownAccount): SheetValue {
  const { id, name, key, permissions, timezone, fundingInstruments } = account;
  return {
    id,
    name,
    key,
    permissions,
    currencies: currenciesOf(account),
    timezone,
    approval_status: account.approvalStatus,
    business_id: account.businessId,
    business_name: account.businessName,
    funding_instruments: fundingInstruments?.map(instrumentRecord) ?? null,
  };
}

function instrumentRecord(instrument: SeenInstrument) {
  return {
    id: instrument.id,
    type: instrument.type,
    description: instrument.description,
    currency: instrument.currency,
    able_to_fund: instrument.ableToFund,
    reasons_not_able_to_fund: instrument.reasonsNotAbleToFund,
    credit_limit: amountText(instrument.creditLimit),
    credit_remaining: amountText(instrument.creditRemaining),
    funded_amount: amountText(instrument.fundedAmount),
    start_time: instrument.startTime,
    end_time: instrument.endTime,
  };
}

/** An amount in units of the currency; an account may owe more than it has. */
function amountText(micro: bigint | null): string | null {
  if (micro === null) return null;
  return micro < 0n ? `-${moneyText(-micro)}` : moneyText(micro);
}

const instrumentNames = [
  'id',
  'type',
  'description',
  'currency',
  'able_to_fund',
  'credit_limit',
  'credit_remaining',
  'funded_amount',
  'start_time',
  'end_time',
] as const;
const gridNames = [
  'account_id',
  'name',
  'key',
  'permissions',
  'timezone',
  'approval_status',
  ...instrumentNames.map((name) => `funding_${name}`),
];

/** A row for each instrument of an account, and one for an account without. */
function gridRows(account: KnownAccount): readonly (readonly string[])[] {
  const { id, name, key, permissions, timezone, approvalStatus, fundingInstruments } = account;
  const own = [id, name, key ?? '', (permissions ?? []).join(' '), timezone ?? '', approvalStatus ?? ''];
  const instruments = (fundingInstruments ?? []).map((instrument) => {
    const record = instrumentRecord(instrument);
    return instrumentNames.map((column) => String(record[column] ?? ''));
  });
  return (instruments.length === 0 ? [instrumentNames.map(() => '')] : instruments).map((cells) => [
    ...own,
    ...cells,
  ]);
}
