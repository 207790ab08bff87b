import { printable } from '../../diagnostics/display-text.ts';
import { accountKeyOf } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { DriftActor, DriftBudget, DriftedResource, DriftReport } from '../../schemas/drift.ts';
import { raisesSpending } from '../../schemas/raises-spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { actorText } from '../actor-text.ts';
import { documentName, percentBetween, showPair, showStep } from '../show-value.ts';
import { countsOf } from './counts-of.ts';
import { type AccountFigures, type Amount, accountFigures, amountsIn, campaignFigure } from './figures.ts';
import type { Phrase } from './phrase.ts';
import { uncappedWords } from './spending-words.ts';
import { stopSentences } from './stop-words.ts';
import { twinSentences } from './twin-words.ts';

/**
 * A drift report as people read it, computed once: every format only lays it out. Addresses, names, ids and places are as
 * they came from outside; a layout makes them safe for its form. The texts of fields are safe to print.
 */
export interface DriftView {
  readonly inSync: boolean;
  readonly readAt: string;
  readonly version: string;
  readonly summary: DriftReport['summary'];
  /** `2 modified, 37 in sync` */
  readonly counts: string;
  /** How many resources each choice of the list has, as the cards and the choices of a page tell it. */
  readonly tallies: readonly DriftTally[];
  /** The resources, the worst first, otherwise in the report's order. */
  readonly rows: readonly DriftRow[];
  /** Live records that nobody declares, by account, title of the kind, id and name. */
  readonly unmanaged: readonly (readonly [account: string, title: string, id: string, name: string | null])[];
  /** What it says of records that are there twice. */
  readonly twins: readonly Phrase[];
  /** What it says of stops that stand. */
  readonly stops: readonly Phrase[];
  readonly accounts: readonly AccountFigures<DriftSpending>[];
}

/** A resource of the report. */
export interface DriftRow {
  readonly address: string;
  readonly account: string;
  readonly kind: string;
  readonly kindTitle: string;
  readonly name: string;
  readonly id: string | null;
  readonly source: DriftedResource['source'];
  readonly updatedAt: string | null;
  readonly status: DriftedResource['status'];
  readonly state: DriftState;
  readonly title: string;
  /** True for what is modified or missing. */
  readonly isChanged: boolean;
  readonly fields: readonly DriftFieldRow[];
  /** Document names of fields that the platform does not show. */
  readonly unchecked: readonly string[];
  /** What is said of it beside its fields, safe to print; empty where it is in sync. */
  readonly remark: string;
}

/** One field that was changed outside, as texts that are safe to print. */
export interface DriftFieldRow {
  readonly name: string;
  readonly applied: string;
  readonly live: string;
  /** From the value as last applied to the live one, the unit once. */
  readonly step: string;
  /** The declared value, or words for that there is none. */
  readonly declared: string;
  readonly isDeclared: boolean;
  /** Who set it, and when; empty where that is not told. */
  readonly by: string;
  /** All of it on one line. */
  readonly sentence: string;
  /** More can be spent than before. */
  readonly raises: boolean;
}

/** How many resources a choice of the list has. */
export interface DriftTally {
  readonly state: DriftState;
  readonly title: string;
  readonly count: number;
}

/** What can be spent a day in one currency. */
export interface DriftSpending {
  readonly applied: Amount;
  readonly live: Amount;
  /** Empty where it is the same, or where something without a cap makes the whole unbounded. */
  readonly percent: string;
  /** What has no daily cap; empty for nothing. */
  readonly uncapped: string;
  /** What the policy allows. */
  readonly limit: Amount | null;
}

/** What became of a resource outside, the worst first. */
export const driftStates = ['raised', 'missing', 'modified', 'unchecked', 'in_sync'] as const;
type DriftState = (typeof driftStates)[number];

/** The words for people. */
export const driftTitles: Readonly<Record<DriftState, string>> = {
  raised: 'May spend more',
  missing: 'Missing',
  modified: 'Modified',
  unchecked: 'Unchecked',
  in_sync: 'In sync',
};

/** Where cards and choices stand: what may spend more is a part of what is modified, and follows it. */
const tallyOrder: readonly DriftState[] = ['modified', 'raised', 'missing', 'unchecked', 'in_sync'];

/** The states that a resource counts for: its own, and `modified` for what was modified so that it may spend more. */
export function statesCounting({ state }: DriftRow): readonly DriftState[] {
  return state === 'raised' ? ['raised', 'modified'] : [state];
}

/** The view of a report. */
export function driftView(report: DriftReport): DriftView {
  const { unmanaged = [] } = report;
  const rows = report.resources.map(driftRow).sort((left, right) => rankOf(left) - rankOf(right));
  return {
    inSync: report.in_sync,
    readAt: report.created_at,
    version: report.adsync_version,
    summary: report.summary,
    counts: countsText(report.summary),
    tallies: talliesOf(rows),
    rows,
    unmanaged: unmanaged.map(({ account, kind, id, name }) => [account, kindNamed(kind).title, id, name]),
    twins: twinSentences(report),
    stops: stopSentences(report),
    accounts: accountFigures(report.budget, spendingOf, (_account, { active_campaigns: figure }) => ({
      campaigns:
        figure === null ? null : campaignFigure({ ...figure, before: figure.applied, now: figure.live }),
    })),
  };
}

function countsText(summary: DriftReport['summary']): string {
  const named = countsOf([
    [summary.modified, 'modified'],
    [summary.missing, 'missing'],
    [summary.in_sync, 'in sync'],
    [summary.unmanaged, 'unmanaged'],
    [summary.unchecked, 'unchecked'],
  ]);
  return named.length === 0 ? 'nothing is managed' : named.join(', ');
}

function talliesOf(rows: readonly DriftRow[]): readonly DriftTally[] {
  const counts = new Map<DriftState, number>();
  for (const state of rows.flatMap(statesCounting)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return tallyOrder.map((state) => ({ state, title: driftTitles[state], count: counts.get(state) ?? 0 }));
}

function rankOf({ state }: DriftRow): number {
  return driftStates.indexOf(state);
}

function driftRow(resource: DriftedResource): DriftRow {
  const { address, name, id, source, updated_at: updatedAt, status } = resource;
  const kind = kindNamed(resource.kind);
  const fields = resource.fields.map((field) => fieldRow(resource, kind, field));
  const state = status === 'modified' && fields.some(({ raises }) => raises) ? 'raised' : status;
  const unchecked = resource.unchecked.map((path) => documentName(kind, wireOf(path)));
  return {
    address,
    account: accountKeyOf(address),
    kind: kind.name,
    kindTitle: kind.title,
    name,
    id,
    source,
    updatedAt,
    status,
    state,
    title: driftTitles[state],
    isChanged: status === 'modified' || status === 'missing',
    fields,
    unchecked,
    remark: remarkOn(resource, unchecked),
  };
}

function fieldRow(
  { currency }: DriftedResource,
  kind: Kind,
  field: DriftedResource['fields'][number],
): DriftFieldRow {
  const { path, applied, live } = field;
  const wire = wireOf(path);
  const [before, after] = showPair(kind, wire, [applied, live], currency);
  const isDeclared = 'declared' in field;
  const [declared] = isDeclared
    ? showPair(kind, wire, [field.declared, live], currency)
    : [applied === undefined ? 'not declared' : 'no longer declared'];
  const name = documentName(kind, wire);
  const by = byText(field.by, 'set');
  return {
    name,
    applied: before,
    live: after,
    step: showStep(kind, wire, { before: applied, after: live }, currency),
    declared,
    isDeclared,
    by,
    sentence: `${name}: ${isDeclared ? `declared ${declared}` : declared}; last applied ${before}; live ${after}${by === '' ? '' : `, ${by}`}`,
    raises: raisesSpending(kind, wire, applied, live),
  };
}

/** `set by user 7562 (API_OTHER) at 2026-11-20T10:00:00Z`, safe to print; empty where nobody is named. */
function byText(by: DriftActor | undefined, did: string): string {
  if (by === undefined) return '';
  const {
    actor,
    at,
    run = '',
    command = '',
    user = '',
    machine = '',
    user_id: userId = null,
    means = null,
  } = by;
  const who =
    actor === 'adsync'
      ? actorText({ actor, run, command, user, machine, document: null })
      : actorText({ actor, userId, means });
  return printable(`${did} by ${who} at ${at}`);
}

/** The wire name in a JSON Pointer (RFC 6901): `/name`, with ~1 for a slash and ~0 for a tilde. */
function wireOf(path: string): string {
  return path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}

function remarkOn(resource: DriftedResource, unchecked: readonly string[]): string {
  const { status, id, updated_at: updatedAt, fields } = resource;
  const byWhom = (did: string): string => (resource.by === undefined ? '' : `, ${byText(resource.by, did)}`);
  if (status === 'missing')
    return `${printable(id ?? 'it')} no longer exists on the platform${byWhom('deleted')}`;
  if (status === 'modified') {
    // A member that a whole set does not have was never applied.
    const isAdded = fields.every((field) => !('declared' in field) && field.applied === undefined);
    const what = isAdded ? 'added outside' : 'changed outside';
    const when = updatedAt === null ? '' : `, last on ${printable(updatedAt)}`;
    return `${what}${when}${byWhom(isAdded ? 'added' : 'changed')}`;
  }
  if (status === 'in_sync') return '';
  return unchecked.length === 0
    ? 'the platform does not show it, so nothing is known'
    : `the platform does not show ${unchecked.join(', ')}`;
}

function spendingOf(measure: NonNullable<DriftBudget['exposure']>[string], currency: string): DriftSpending {
  const { applied, live, uncapped, limit } = measure;
  const amount = amountsIn(currency);
  return {
    applied: amount(applied),
    live: amount(live),
    percent: uncapped === 0 ? percentBetween(applied, live) : '',
    uncapped: uncappedWords(measure),
    limit: limit === null ? null : amount(limit),
  };
}
