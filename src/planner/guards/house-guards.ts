import { addressPattern } from '../../schemas/address-pattern.ts';
import type { Forbidden, Policy } from '../../schemas/desired.ts';
import { compilePattern } from '../../schemas/pattern.ts';
import type { Violation } from '../../schemas/plan.ts';
import { momentOf } from '../../schemas/times.ts';
import { plainText, type Values } from '../../schemas/values.ts';
import { endsActive, isActive } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';

/** Actions that the policy forbids, by kind and address; a replace is a delete too, and takes along what stands beneath. */
export function forbiddenActions(input: GuardInput): readonly Violation[] {
  return perAccount(input, ({ forbid }, subjects) => forbid.flatMap((rule) => forbiddenBy(rule, subjects)));
}

/** What a guard finds in the subjects of each account by the policy that holds for it. */
function perAccount(
  { subjects, policyOf }: GuardInput,
  find: (policy: Policy, own: readonly Subject[]) => readonly Violation[],
): readonly Violation[] {
  return [...Map.groupBy(subjects, ({ accountId }) => accountId)].flatMap(([accountId, own]) =>
    find(policyOf(accountId), own),
  );
}

function forbiddenBy(rule: Forbidden, subjects: readonly Subject[]): readonly Violation[] {
  const { action, kind, address: pattern = '**' } = rule;
  const isThere = addressPattern(pattern);
  return subjects
    .filter(
      (subject) =>
        (kind === undefined || subject.kind.name === kind) &&
        actionsOf(subject).includes(action) &&
        isThere(subject.address),
    )
    .map((subject) =>
      violation(
        'forbid',
        subject.address,
        `the plan would ${action} this ${subject.kind.title}; the policy forbids to ${action} ${described(rule)}`,
        'Take the change out of the document.',
        { number: 1, override: '--override forbid' },
      ),
    );
}

function described({ kind, address }: Forbidden): string {
  const what = kind === undefined ? 'anything' : `any ${kind.replaceAll('_', ' ')}`;
  return address === undefined ? what : `${what} at ${address}`;
}

function actionsOf(subject: Subject): readonly Forbidden['action'][] {
  const { verdict, fields } = subject;
  if (verdict === 'delete') return ['delete'];
  const status = statusAction(subject);
  if (verdict === 'create') return ['create', ...status];
  if (verdict === 'replace') return ['replace', 'delete', ...status];
  if (verdict === 'adopt') return fields.length === 0 ? ['adopt'] : ['adopt', 'update', ...status];
  return verdict === 'update' ? ['update', ...status] : [];
}

function statusAction(subject: Subject): readonly Forbidden['action'][] {
  const [was, becomes] = [isActive(subject), endsActive(subject)];
  if (was === becomes) return [];
  return becomes ? ['activate'] : ['pause'];
}

const dayMs = 86_400_000;

/** What is new, or gets other times, runs within the time that the policy gives. */
export function flightWindows({ policyOf, subjects }: GuardInput): readonly Violation[] {
  return subjects.flatMap((subject) => {
    const { kind, address, accountId } = subject;
    const { flights } = policyOf(accountId);
    if (kind.spending?.flight === undefined) return [];
    const { start, end } = kind.spending.flight;
    if (!changesAny(subject, [start, end])) return [];
    const values = valuesAfter(subject);
    const faults = flightFaults(flights, values[start], values[end]);
    return faults.map(({ message, number, limit }) =>
      violation('flights', address, message, 'Change its start_time or end_time.', {
        number,
        limit,
        override: '--override flights',
      }),
    );
  });
}

interface FlightFault {
  readonly message: string;
  /** Days, or seconds since 1970 for a moment. */
  readonly number: number;
  readonly limit: number;
}

function flightFaults(
  { maxDays, earliest, latest }: Policy['flights'],
  start: Values[string] | undefined,
  end: Values[string] | undefined,
): readonly FlightFault[] {
  // What is no time is beyond no bound.
  const [from, to] = [momentOf(plainText(start)), momentOf(plainText(end))];
  const days = (to - from) / dayMs;
  const faults: FlightFault[] = [];
  if (maxDays !== undefined && days > maxDays) {
    const number = Math.ceil(days);
    faults.push({ message: `runs for ${number} days; the policy allows ${maxDays}`, number, limit: maxDays });
  }
  if (earliest !== undefined && from < momentOf(earliest))
    faults.push(
      outside(`starts ${plainText(start)}; the policy allows no start before ${earliest}`, from, earliest),
    );
  if (latest !== undefined && to > momentOf(latest))
    faults.push(outside(`ends ${plainText(end)}; the policy allows no end after ${latest}`, to, latest));
  return faults;
}

function outside(message: string, moment: number, limit: string): FlightFault {
  return { message, number: moment / 1000, limit: momentOf(limit) / 1000 };
}

/** Names follow the pattern of their kind, where they are given or changed. */
export function badNames(input: GuardInput): readonly Violation[] {
  return perAccount(input, ({ names }, own) =>
    Object.entries(names).flatMap(([kind, pattern]) => badNamesOf(kind, pattern, own)),
  );
}

function badNamesOf(kind: string, pattern: string, subjects: readonly Subject[]): readonly Violation[] {
  const fits = compilePattern(pattern);
  return subjects
    .filter((subject) => subject.kind.name === kind && changesAny(subject, ['name']))
    .flatMap((subject) => {
      const name = plainText(valuesAfter(subject)['name']);
      if (fits(name)) return [];
      const message = `the name ${JSON.stringify(name)} does not match ${pattern}, as the policy asks of every ${subject.kind.title}`;
      const remedy = 'Give it another name.';
      return [violation('names', subject.address, message, remedy, { override: '--override names' })];
    });
}

/** True where a plan gives values of these fields: to what is new, taken over, or changed in one of them. */
function changesAny({ verdict, fields }: Subject, wires: readonly string[]): boolean {
  if (verdict === 'create' || verdict === 'replace' || verdict === 'adopt') return true;
  return verdict === 'update' && fields.some(({ wire }) => wires.includes(wire));
}
