import { nearest } from '../diagnostics/nearest.ts';
import { accountKeyOf } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { accountMoves, fittingLine, movedAddress } from '../schemas/moved-address.ts';
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
): Pick<DesiredDocument, 'moved' | 'removed' | 'patterns'> {
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  const context: Context = { declared, report, complete, left: new Map() };
  const moved = membersOf(root, 'moved').flatMap((member) => readMoved(context, member));
  const removed = membersOf(root, 'removed').flatMap((member) => readRemoved(context, member));
  const accounts = accountMoves(moved);
  reportOtherAccounts(context, moved, accounts);
  if (complete) reportNoTargets(context, moved);
  const isAccount = (each: Move): boolean => accounts.includes(each);
  const movedNow = moved.map((each) =>
    isAccount(each) ? each : { ...each, from: movedAddress(accounts, each.from) },
  );
  const removedNow = removed.map((each) => ({ ...each, from: movedAddress(accounts, each.from) }));
  const patterns = {
    moved: movedNow.filter(isForMany).map(moveOf),
    removed: removedNow.filter(isForMany).map(removalOf),
  };
  const exact = movedNow.filter(({ isPattern }) => !isPattern).map(moveOf);
  return {
    moved: exact.map((each) => ({ ...each, to: lastTarget(exact, declared, each.to) })),
    removed: removedNow.filter(({ isPattern }) => !isPattern).map(removalOf),
    ...(patterns.moved.length + patterns.removed.length > 0 && { patterns }),
  };
}

/** Where lines lead one after the other, up to what is declared. */
function lastTarget(moves: readonly DeclaredMove[], declared: Context['declared'], to: string): string {
  let reached = to;
  // Lines may lead in a circle, which ends nowhere.
  for (let steps = moves.length; steps > 0 && !declared.has(reached); steps -= 1) {
    const next = movedAddress(moves, reached);
    if (next === reached) break;
    reached = next;
  }
  return reached;
}

type DeclaredMove = DesiredDocument['moved'][number];

type DeclaredRemoval = DesiredDocument['removed'][number];

/** A line of `moved`, with the place of its target. */
interface Move extends DeclaredMove {
  readonly target: Located;
  /** Whether it stands for many addresses by a `*`. */
  readonly isPattern: boolean;
}

interface Removal extends DeclaredRemoval {
  readonly isPattern: boolean;
}

function moveOf({ from, to, source }: Move): DeclaredMove {
  return { from, to, source };
}

function removalOf({ from, destroy, source }: Removal): DeclaredRemoval {
  return { from, destroy, source };
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
  if (from !== undefined) checkLeft(context, from, 'moved');
  if (from === undefined || to === undefined) return [];
  if (from.isPattern !== to.isPattern) {
    context.report((from.isPattern ? to : from).node, {
      rule: 'star-on-one-side',
      message: 'moved has a * on one side only',
      remedy: 'Write a * on both sides: it stands for the same part of the key.',
    });
    return [];
  }
  if (from.kind !== to.kind) {
    context.report(to.node, {
      rule: 'moved-between-kinds',
      message: 'moved leads from one kind to another',
      remedy: 'Move a resource to an address of its own kind.',
    });
    return [];
  }
  const { isPattern } = to;
  return [{ from: from.address, to: to.address, source: sourceOf(member), target: to.node, isPattern }];
}

function readRemoved(context: Context, member: Located): readonly Removal[] {
  const from = readAddress(context, member, 'from');
  if (from === undefined) return [];
  checkLeft(context, from, 'removed');
  const destroy = textOf(entryOf(member, 'destroy')?.value)?.toLowerCase() === 'true';
  return [{ from: from.address, destroy, source: sourceOf(member), isPattern: from.isPattern }];
}

interface FoundAddress {
  readonly address: string;
  readonly kind: Kind;
  readonly isPattern: boolean;
  readonly node: Located;
}

function readAddress({ report }: Context, member: Located, name: string): FoundAddress | undefined {
  const node = entryOf(member, name)?.value;
  const address = textOf(node);
  if (node === undefined || address === undefined || isBroken(node)) return undefined;
  const kind = kindOfAddress(address);
  if (kind !== undefined) return { address, kind, isPattern: false, node };
  const kindByPattern = kindOfAddress(address.replace('*', 'x'));
  if (kindByPattern !== undefined && !accountKeyOf(address).includes('*'))
    return { address, kind: kindByPattern, isPattern: true, node };
  if (address.includes('*')) {
    report(node, {
      rule: 'bad-address',
      message: `${name} is not an address with a *`,
      remedy: 'Write one *, for a part of one key beneath the account: acme-us/campaigns/spring-*.',
    });
    return undefined;
  }
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

function checkLeft(context: Context, { address, node, isPattern }: FoundAddress, how: string): void {
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
  // A move by a pattern leaves alone what is declared; a removal by one would have to choose.
  if (isPattern && how === 'moved') return;
  const declared = isPattern ? fitsDeclared(context, address) : address;
  if (declared === undefined || !context.declared.has(declared)) return;
  context.report(node, {
    rule: `${how}-and-declared`,
    message: `${declared} is ${how} and declared at once`,
    remedy: isPattern
      ? 'Write a pattern that leaves it out, or remove its declaration.'
      : `Remove it from ${how}, or remove its declaration.`,
  });
}

/** The first of what is declared that fits a pattern. */
function fitsDeclared({ declared }: Context, pattern: string): string | undefined {
  return [...declared.keys()].find((address) => fittingLine([{ from: pattern }], address) !== undefined);
}

function isForMany({ isPattern }: Move | Removal): boolean {
  return isPattern;
}

/** Reports lines that lead to nothing, not even by further lines. */
function reportNoTargets(context: Context, moved: readonly Move[]): void {
  const { declared } = context;
  for (const { to, target, isPattern } of moved) {
    const reached = lastTarget(moved, declared, to);
    const isReached = isPattern
      ? fitsDeclared(context, to) !== undefined || moved.some(({ from }) => from === to)
      : declared.has(reached) || fittingLine(moved.filter(isForMany), reached) !== undefined;
    if (!isReached) reportNoTarget(context, to, target);
  }
}

function reportNoTarget({ declared, report }: Context, to: string, node: Located): void {
  const kind = kindOfAddress(to.replace('*', 'x'));
  const candidates = [...declared.values()].flatMap((resource) =>
    resource.kind === kind?.name ? [resource.address] : [],
  );
  const near = nearest(to, candidates);
  report(node, {
    rule: 'moved-to-nothing',
    message: to.includes('*') ? `nothing that is declared fits ${to}` : `${to} is not declared`,
    remedy: near === undefined ? 'Declare it: moved names its new place.' : `Did you mean ${near}?`,
  });
}
