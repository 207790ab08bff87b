import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { LookupCache } from '../lookups/lookup-cache.ts';
import { type ListRow, readTargetingList } from '../lookups/read-targeting-list.ts';
import { type TargetingList, targetingLists } from '../lookups/targeting-lists.ts';
import type { FoundTarget } from '../schemas/found-target.ts';
import { closeAfter } from './close-after.ts';
import { unlessInterrupted } from './interrupted.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';
import { hostClass } from './settings.ts';

/** What is looked for. */
export interface LookupQuestion {
  /** What is looked for: `location`, `interests`. */
  readonly what: string;
  /** A part of the name, or the value; empty for all. */
  readonly text: string;
  /** By option: `country`, `type`, `locale`. */
  readonly options: { readonly [option: string]: string | undefined };
}

/**
 * What the platform's lists of targeting have under a text, those that begin with it first. Lists are kept on disk, for few
 * reads are allowed. Throws ADSYNC_USAGE, ADSYNC_ANSWER_INVALID, Interrupted, and what the client throws.
 */
export async function lookUp(run: Run, question: LookupQuestion): Promise<readonly FoundTarget[]> {
  const list = listCalled(question.what);
  const query = queryOf(list, question);
  const { cacheFolder, clock, addresses, frontend } = run;
  const cache =
    cacheFolder === undefined ? undefined : new LookupCache(cacheFolder, hostClass(addresses.ads));
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const reading = readTargetingList(client, list, query, { cache, now: clock.now() });
    const { rows, isWhole } = await frontend.progress(
      'Looking it up',
      async () => await unlessInterrupted(run.signal, reading),
    );
    if (!isWhole) frontend.note('There are more than are shown: give more of the name.');
    const all = rows.flatMap((row) => targetOf(list, row));
    const found = list.search === undefined ? matching(all, question.text) : all;
    if (found.length === 0) noteNearest(run, question.text, all);
    return found;
  });
}

function listCalled(word: string): TargetingList {
  const name = word.toLowerCase().replaceAll('-', '_');
  const found = targetingLists.find((list) =>
    [list.name, `${list.name}s`, list.name.replace(/y$/, 'ies')].includes(name),
  );
  if (found !== undefined) return found;
  const names = targetingLists.map((list) => list.name);
  const near = nearest(name, names);
  throw new AdsyncError('ADSYNC_USAGE', `${JSON.stringify(word.slice(0, 60))} cannot be looked up`, {
    remedy: near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`,
  });
}

function queryOf(
  { name, takes, search }: TargetingList,
  { text, options }: LookupQuestion,
): Readonly<Record<string, string>> {
  const given = Object.entries(options).flatMap(([option, value]) =>
    value === undefined ? [] : [[option, value] as const],
  );
  const strange = given.find(([option]) => !Object.hasOwn(takes, option));
  if (strange !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', `--${strange[0]} does not go with ${name}`, {
      remedy: 'Leave it out.',
    });
  if (takes['locale'] !== undefined && options['locale'] === undefined)
    throw new AdsyncError('ADSYNC_USAGE', `${name} needs a locale`, {
      remedy: 'Give one with --locale, such as --locale en-US.',
    });
  return {
    ...Object.fromEntries(given.map(([option, value]) => [takes[option] ?? option, value])),
    ...(search !== undefined && text !== '' && { [search]: text }),
  };
}

function targetOf({ row: shape }: TargetingList, row: ListRow): readonly FoundTarget[] {
  const textOf = (name: string): string | undefined => {
    const value = row[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const type = shape?.type ?? textOf('targeting_type');
  const value = textOf(shape?.value ?? 'targeting_value');
  if (type === undefined || value === undefined) return [];
  const facts = Object.keys(row).flatMap((name) => {
    const fact = textOf(name);
    const isShown = !['name', 'targeting_type', 'targeting_value', shape?.value].includes(name);
    return fact === undefined || !isShown ? [] : [[name, fact] as const];
  });
  return [{ name: textOf('name') ?? value, type, value, facts: Object.fromEntries(facts) }];
}

/** Those with the text in their name, or with it as their value; those that begin with it first. */
function matching(all: readonly FoundTarget[], text: string): readonly FoundTarget[] {
  const wanted = plain(text);
  const found = all.filter(({ name, value }) => plain(name).includes(wanted) || plain(value) === wanted);
  return found.toSorted((one, other) => rank(one, wanted) - rank(other, wanted));
}

function rank({ name }: FoundTarget, wanted: string): number {
  const known = plain(name);
  if (known === wanted) return 0;
  return known.startsWith(wanted) ? 1 : 2;
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function noteNearest({ frontend }: Run, text: string, all: readonly FoundTarget[]): void {
  const near = nearest(
    text,
    all.map(({ name }) => name),
  );
  if (near !== undefined) frontend.note(`Did you mean ${near}?`);
}
