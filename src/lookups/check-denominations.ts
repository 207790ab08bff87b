import { z } from 'zod';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { formatMoney, moneyText } from '../schemas/micro-units.ts';
import { kindNamed } from '../schemas/registry.ts';
import { isIdOf, type Value } from '../schemas/values.ts';
import type { LookupFinding } from './lookup-finding.ts';
import type { Lookup } from './read-lookup.ts';

const rule = z.object({ currency: z.string(), minimum_denomination: z.number().positive() });

interface Amount {
  readonly resource: DesiredResource;
  readonly name: string;
  readonly micro: number;
}

/** The amounts of money that a document declares below campaigns. */
export function amountsIn({ resources }: DesiredDocument): readonly Amount[] {
  return resources
    .filter(({ kind }) => kind === 'campaign' || kind === 'line_item')
    .flatMap((resource) =>
      Object.entries(kindNamed(resource.kind).fields).flatMap(([name, { wire, type }]) => {
        const micro = type.name === 'money' ? resource.fields[wire] : undefined;
        return typeof micro === 'number' ? [{ resource, name, micro }] : [];
      }),
    );
}

/** Amounts are whole steps of their currency (F-value-05), which bidding rules name (F-lookup-02). */
export function checkDenominations(
  document: DesiredDocument,
  live: readonly LiveAccount[],
  lookup: Lookup,
): readonly LookupFinding[] {
  const steps = new Map(
    lookup.rows
      .flatMap((row) => rule.safeParse(row).data ?? [])
      .map((row) => [row.currency, row.minimum_denomination] as const),
  );
  const currencies = currencyFinder(document, live);
  return amountsIn(document).flatMap(({ resource, name, micro }) => {
    const currency = currencies(resource);
    const step = currency === undefined ? undefined : steps.get(currency);
    if (step === undefined || micro % step === 0) return [];
    return [
      {
        address: resource.address,
        message: `${name}: ${formatMoney(micro)} ${currency} is not a multiple of ${formatMoney(step)}, the smallest step of the currency`,
        remedy: `Write ${moneyText(Math.max(step, Math.round(micro / step) * step))}.`,
        code: 'INVALID_DENOMINATION',
      },
    ];
  });
}

/** The currency of what pays for a campaign or a line item, where it is known. */
function currencyFinder(
  { resources, accounts }: DesiredDocument,
  live: readonly LiveAccount[],
): (resource: DesiredResource) => string | undefined {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const ids = new Map(accounts.map(({ key, id }) => [key, id]));
  const recorded = (accountKey: string, id: Value | undefined): string | undefined => {
    const account = live.find(({ accountId }) => accountId === ids.get(accountKey));
    const record = account?.records.find((each) => each.kind === 'funding_instrument' && each.id === id);
    return textOf(record?.fields['currency']);
  };
  return ({ kind, parent, fields, accountKey }) => {
    const campaign = kind === 'campaign' ? fields : byAddress.get(parent ?? '')?.fields;
    const paying = campaign?.['funding_instrument_id'];
    const declared = isIdOf(paying) ? byAddress.get(paying.id_of) : undefined;
    return textOf(declared?.fields['currency']) ?? recorded(accountKey, declared?.id ?? paying);
  };
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
