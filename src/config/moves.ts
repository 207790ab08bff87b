import { nearest } from '../diagnostics/nearest.ts';
import { accountKeyOf } from '../schemas/address.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { accountMoves, movedAddress } from '../schemas/moved-address.ts';
import { kindOfAddress } from './address.ts';
import { entryOf, isBroken, type Located, type LocatedMap, textOf } from './located.ts';
import { type Report, sourceOf } from './problem-list.ts';

/** What `moved` and `removed` say, and the resources that they speak of. */
interface Context {
  readonly declared: ReadonlyMap<string, DesiredResource>;
  readonly report: Report;
  readonly complete: boolean;
  /** Where each address was let go of first. */
  readonly left: Map<string, Located>;
}

/**
 * Reads `moved` and `removed`. Reported: what is no address, a move to what is not declared or from what still is,
 * between kinds or between accounts, and an address that is let go of twice. What stands in an account that gets
 * another key is named by the new one.
 */
export function readMoves(
  root: LocatedMap,
  resources: readonly DesiredResource[],
  report: Report,
  { complete }: { readonly complete: boolean },
): Pick<DesiredDocument, 'moved' | 'removed'> {
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  const context: Context = { declared, report, complete, left: new Map() };
  const moved = membersOf(root, 'moved').flatMap((member) => readMoved(context, member));
  const removed = membersOf(root, 'removed').flatMap((member) => readRemoved(context, member));
  const accounts = accountMoves(moved);
  reportOtherAccounts(context, moved, accounts);
  const isAccount = (each: Move): boolean => accounts.includes(each);
  return {
    moved: moved.map((each) =>
      moveOf(isAccount(each) ? each : { ...each, from: movedAddress(accounts, each.from) }),
    ),
    removed: removed.map((each) => ({ ...each, from: movedAddress(accounts, each.from) })),
  };
}

type DeclaredMove = DesiredDocument['moved'][number];

/** A line of `moved`, with the place of its target. */
interface Move extends DeclaredMove {
  readonly target: Located;
}

function moveOf({ from, to, source }: Move): DeclaredMove {
  return { from, to, source };
}

/** The platform moves nothing between accounts: another key is only another name, of the account as a whole. */
function reportOtherAccounts(
  { declared, report }: Context,
  moved: readonly Move[],
  accounts: readonly Move[],
): void {
  for (const { from, to, target } of moved) {
    const [left, reached] = [accountKeyOf(from), accountKeyOf(to)];
    const newKey = accounts.find((each) => each.to === reached);
    if (left === reached || newKey?.from === left) continue;
    const isLeft = newKey === undefined && !declared.has(left);
    const hint = ` Where ${reached} is the new key of the account ${left}, write moved: [{ from: ${left}, to: ${reached} }].`;
    report(target, {
      rule: 'moved-between-accounts',
      message: 'moved leads from one account to another',
      remedy: `The platform cannot do that: remove it here, and declare it new there.${isLeft ? hint : ''}`,
      ...(newKey && {
        related: { place: newKey.target, label: `${reached} is the new key of ${newKey.from}` },
      }),
    });
  }
}

function membersOf(root: LocatedMap, name: string): readonly Located[] {
  const list = entryOf(root, name)?.value;
  return list?.type === 'list' ? list.items : [];
}

function readMoved(context: Context, member: Located): readonly Move[] {
  const from = readAddress(context, member, 'from');
  const to = readAddress(context, member, 'to');
  if (from !== undefined) checkLeft(context, from.node, from.address, 'moved');
  if (to === undefined) return [];
  if (context.complete && !context.declared.has(to.address)) reportNoTarget(context, to);
  if (from === undefined) return [];
  if (kindOfAddress(from.address) !== kindOfAddress(to.address)) {
    context.report(to.node, {
      rule: 'moved-between-kinds',
      message: 'moved leads from one kind to another',
      remedy: 'Move a resource to an address of its own kind.',
    });
    return [];
  }
  return [{ from: from.address, to: to.address, source: sourceOf(member), target: to.node }];
}

function readRemoved(context: Context, member: Located): DesiredDocument['removed'] {
  const from = readAddress(context, member, 'from');
  if (from === undefined) return [];
  checkLeft(context, from.node, from.address, 'removed');
  const destroy = textOf(entryOf(member, 'destroy')?.value)?.toLowerCase() === 'true';
  return [{ from: from.address, destroy, source: sourceOf(member) }];
}

interface FoundAddress {
  readonly address: string;
  readonly node: Located;
}

function readAddress({ report }: Context, member: Located, name: string): FoundAddress | undefined {
  const node = entryOf(member, name)?.value;
  const address = textOf(node);
  if (node === undefined || address === undefined || isBroken(node)) return undefined;
  if (kindOfAddress(address) !== undefined) return { address, node };
  const isInCapitals = kindOfAddress(address.toLowerCase()) !== undefined;
  report(node, {
    rule: 'bad-address',
    message: isInCapitals
      ? `${name} is not an address: no key has a capital letter`
      : `${name} is not an address`,
    remedy: isInCapitals
      ? 'Write the keys as the document has them, in small letters.'
      : 'Write the path of keys, such as acme-us/campaigns/spring-sale.',
  });
  return undefined;
}

function checkLeft(context: Context, node: Located, address: string, how: string): void {
  const first = context.left.get(address);
  if (first !== undefined) {
    context.report(node, {
      rule: 'left-twice',
      message: `${address} stands twice under moved and removed`,
      remedy: 'Keep one of the two.',
      related: { place: first, label: 'first here' },
    });
    return;
  }
  context.left.set(address, node);
  if (!context.declared.has(address)) return;
  context.report(node, {
    rule: `${how}-and-declared`,
    message: `${address} is ${how} and declared at once`,
    remedy: `Remove it from ${how}, or remove its declaration.`,
  });
}

function reportNoTarget({ declared, report }: Context, to: FoundAddress): void {
  const kind = kindOfAddress(to.address);
  const candidates = [...declared.values()].flatMap((resource) =>
    resource.kind === kind?.name ? [resource.address] : [],
  );
  const near = nearest(to.address, candidates);
  report(to.node, {
    rule: 'moved-to-nothing',
    message: `${to.address} is not declared`,
    remedy: near === undefined ? 'Declare it: moved names its new place.' : `Did you mean ${near}?`,
  });
}
