import { kindNamed } from '../../../../src/schemas/registry.ts';
import type { Values } from '../../../../src/schemas/values.ts';
import { isIdOf, sameValue } from '../../../../src/schemas/values.ts';
import { calendar, shareOfOthers } from './calendar-law.ts';
import { otherFiles } from './file-laws.ts';
import { leftByPeople } from './left-by-people.ts';
import type { Recount } from './recount-figures.ts';
import {
  addressNow,
  declaredAt,
  type Finding,
  isAtOrBeneath,
  letGoIn,
  recordAt,
  type Situation,
  type Trial,
} from './trial.ts';

type Law = (trial: Trial) => readonly string[];

/** The figures of the plan are those of a recount. */
const figures: Law = ({ spec, result, before, after, peaks }) => {
  const budget = result.plan.budget['acme'];
  const exposure = budget?.exposure;
  if (budget === undefined || exposure === undefined || exposure === null)
    return ['the plan gives no exposure'];
  const currencies = new Set(
    [before.figures, after.figures]
      .flatMap(({ highest }) => Object.keys(highest))
      .concat(Object.keys(exposure)),
  );
  const different: string[] = [];
  const expectSame = (name: string, said: number | undefined, counted: number | undefined): void => {
    if ((said ?? 0) !== (counted ?? 0))
      different.push(`${name}: the plan says ${said ?? 0}, counted ${counted ?? 0}`);
  };
  for (const currency of currencies) {
    const said = exposure[currency];
    expectSame(`${currency} before`, said?.before, before.figures.highest[currency]);
    expectSame(`${currency} after`, said?.after, after.figures.highest[currency]);
    expectSame(`${currency} peak`, said?.peak, peaks.highest[currency]);
    expectSame(`${currency} uncapped`, said?.uncapped, after.figures.uncapped[currency]);
    expectSame(`${currency} today`, said?.calendar?.today, after.figures.today[currency]);
    expectSame(`${currency} highest`, said?.calendar?.highest, after.figures.highest[currency]);
  }
  const active = budget.active_campaigns;
  expectSame('campaigns before', active?.before, before.figures.campaigns[spec.counts]);
  expectSame('campaigns after', active?.after, after.figures.campaigns[spec.counts]);
  expectSame('campaigns peak', active?.peak, peaks.campaigns);
  const items = budget.line_items;
  if ((items === undefined) !== (spec.itemLimit === undefined)) different.push('line items without a limit');
  if (items !== undefined) {
    expectSame('active line items before', items.before, before.figures.activeItems);
    expectSame('active line items after', items.after, after.figures.activeItems);
    expectSame('active line items peak', items.peak, peaks.activeItems);
  }
  return different;
};

/** So is what has no daily bound before the plan. */
const uncappedBefore: Law = ({ result, before }) =>
  Object.entries(before.figures.uncapped).flatMap(([currency, counted]) => {
    const figure = result.plan.budget['acme']?.exposure?.[currency];
    const said = figure?.uncapped_before ?? figure?.uncapped ?? 0;
    return said === counted ? [] : [`${currency}: the plan says ${said}, counted ${counted}`];
  });

/** A policy on what is spent a day is kept on every day that a plan raises, if the plan is not refused. */
const policy: Law = ({ spec, before, after }) => {
  const most = spec.maxDaily;
  if (most === undefined) return [];
  const days = [...new Set([...before.figures.days, ...after.figures.days])];
  return Object.keys(after.figures.highest).flatMap((currency) => {
    const above = days.flatMap((day) => {
      const [was, is] = [before, after].map(({ figures: { onDay } }) => onDay(day, currency));
      return Number(is) > Math.max(most, Number(was))
        ? [`${currency}: ${is} on ${new Date(day).toISOString()}, ${was} before, ${most} allowed`]
        : [];
    });
    const raisesUncapped =
      (after.figures.uncapped[currency] ?? 0) > (before.figures.uncapped[currency] ?? 0) ||
      days.some((day) => after.figures.uncappedOn(day, currency) > before.figures.uncappedOn(day, currency));
    return [
      ...above,
      ...(raisesUncapped ? [`${currency}: more without a daily bound, ${most} allowed`] : []),
    ];
  });
};

/** An update leaves the values before with those of the plan over them. */
const updates: Law = ({ result, before, after }) =>
  result.plan.changes.flatMap(({ action, id, after: planned, address }) => {
    if (action !== 'update' && !(action === 'adopt')) return [];
    const [was, is] = [before.records.get(id ?? ''), after.records.get(id ?? '')];
    if (was === undefined || is === undefined) return [`${address}: its record is gone`];
    return differences({ ...was.fields, ...planned }, is.fields, `${address}: `);
  });

/** A creation has the values that the plan says. */
const creations: Law = ({ result, after }) =>
  result.plan.changes.flatMap(({ action, after: planned, address }) => {
    if (action !== 'create' && action !== 'replace') return [];
    const is = recordAt(after, address);
    if (is === undefined) return [`${address}: there is no record`];
    return differences(planned, is.fields, `${address}: `);
  });

function differences(planned: Values, is: Values, what: string): readonly string[] {
  return Object.entries(planned).flatMap(([wire, value]) =>
    isIdOf(value) || sameValue(value, is[wire] ?? null)
      ? []
      : [`${what}${wire} is ${JSON.stringify(is[wire])}, the plan says ${JSON.stringify(value)}`],
  );
}

/** A new record in place of an old one keeps what the document does not declare or ignores, or the plan names it as lost. */
const replacements: Law = (trial) =>
  trial.result.plan.changes.flatMap(({ action, id, address, lost, kind, fields }) => {
    const was = trial.before.records.get(id ?? '');
    const is = recordAt(trial.after, address);
    const declared = declaredAt(trial, address);
    if (action !== 'replace' || was === undefined || is === undefined || declared === undefined) return [];
    const changed = new Set(fields.map(({ field }) => field));
    return Object.values(kindNamed(kind).fields).flatMap(({ wire }) => {
      const value = was.fields[wire] ?? null;
      const isOwn = wire in declared.fields && !declared.lifecycle.ignoreChanges.includes(wire);
      if (isOwn || changed.has(wire) || value === null || Object.hasOwn(lost ?? {}, wire)) return [];
      return sameValue(value, is.fields[wire] ?? null)
        ? []
        : [
            `${address}: ${wire} was ${JSON.stringify(value)} and is ${JSON.stringify(is.fields[wire] ?? null)}`,
          ];
    });
  });

/** Nothing that was there changes unless a change of the plan names it. */
export function unnamedChanges(trial: Trial, now: Situation): readonly Finding[] {
  const acting = new Set(['create', 'update', 'replace', 'delete', 'adopt']);
  const named = new Set(
    trial.result.plan.changes
      .filter(({ action, reason }) => acting.has(action) || reason?.startsWith('paused') === true)
      .map(({ id }) => id),
  );
  const ours = new Map(trial.before.entries.map(({ id, address }) => [id, address]));
  return [...trial.before.records].flatMap(([id, record]) => {
    if (named.has(id) || now.records.get(id) === record) return [];
    const address = ours.get(id);
    const what = `${address ?? `a ${record.kind} of somebody else, ${id},`} ${now.records.has(id) ? 'was changed' : 'is gone'}`;
    return [{ law: address === undefined ? 'foreign' : 'ours unnamed', what }];
  });
}

/** What was excluded stays as it is. */
const excluded: Law = (trial) =>
  trial.before.entries
    .filter(({ address }) => (trial.input.excludes ?? []).some((each) => isAtOrBeneath(address, each)))
    .filter(({ id }) => trial.before.records.get(id) !== trial.after.records.get(id))
    .map(({ address }) => {
      const isMoving = addressNow(trial, address) !== address;
      return `${address} ${isMoving ? 'moves elsewhere, and ' : ''}was changed`;
    });

/** What people made of a field that the document ignores stays, while the document says what was applied. */
const ignored: Law = (trial) =>
  trial.before.entries.flatMap((entry) => {
    const address = addressNow(trial, entry.address);
    const declared = declaredAt(trial, address);
    const [was, is] = [trial.before.records.get(entry.id), recordAt(trial.after, address)];
    if (declared === undefined || was === undefined || is === undefined) return [];
    return declared.lifecycle.ignoreChanges
      .filter((wire) => sameValue(declared.fields[wire], entry.declared[wire]))
      .filter((wire) => wire in declared.fields && !sameValue(was.fields[wire], is.fields[wire]))
      .map((wire) => `${address}: ${wire} was ${JSON.stringify(was.fields[wire])}, and is changed`);
  });

/** What is let go stays as it is on the platform, and is forgotten by a run of everything. */
const letGo: Law = ({ input, isWhole, before, after }) =>
  letGoIn(input, before).flatMap(({ address, id }) => {
    if (input.document.moved.some(({ from }) => isAtOrBeneath(address, from))) return [];
    const isKept = after.entries.some((entry) => entry.address === address);
    return [
      ...(before.records.get(id) === after.records.get(id) ? [] : [`${address} was changed`]),
      ...(isWhole && isKept ? [`${address} is not forgotten`] : []),
    ];
  });

const named: Readonly<Record<string, Law>> = {
  figures,
  calendar,
  'share of others': shareOfOthers,
  'uncapped before': uncappedBefore,
  policy,
  updates,
  creations,
  replacements,
  excluded,
  ignored,
  'let go': letGo,
  'other files': otherFiles,
};

/** What is broken by a plan that was carried out as a whole. */
export function brokenLaws(trial: Trial): readonly Finding[] {
  const broken = Object.entries(named).flatMap(([law, check]) => check(trial).map((what) => ({ law, what })));
  return [...broken, ...unnamedChanges(trial, trial.after), ...leftByPeople(trial, trial.after)];
}

/** A list of figures that were each the highest so far. */
export function higher(a: Recount['highest'], b: Recount['highest']): Recount['highest'] {
  const currencies = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...currencies].map((each) => [each, Math.max(a[each] ?? 0, b[each] ?? 0)]));
}
