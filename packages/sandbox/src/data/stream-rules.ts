import { keep, keptRecords } from '../engine/kept-records.ts';
import { digits, flag, listOf, objectOf, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, isList, textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { DataProblem, invalidParameter, problemType } from './data-problem.ts';
import { pageOf, pageParams } from './pages.ts';
import { QuerySyntaxError, readPostQuery } from './query-language.ts';

/** Rules of the filtered stream, by application (F-data-16). */
export const streamRules = rulesIn('stream_rules', 'Stream rule', '16');

/** Rules of a PowerStream instance (F-data-16); they come from seeds alone. */
export const powerstreamRules = rulesIn('powerstream_rules', 'PowerStream rule', '17');

function rulesIn(collection: string, label: string, prefix: string): ReturnType<typeof keptRecords> {
  return keptRecords({
    collection,
    label,
    ids: { prefix, start: 100_000_000_000_001, radix: 10 },
    indexed: ['app_id'],
    fields: { value: 'text', tag: 'text?', app_id: 'text' },
    blank: () => ({ tag: null }),
    plausible: ({ id, world }) => {
      const [app] = world.store.all('apps');
      return { value: `sandbox ${id}`, app_id: app?.id ?? '' };
    },
  });
}

// The longest rule (F-data-16).
const longestRule = 2048;
const rule: Params = { value: { is: text(longestRule), required: true }, tag: { is: text(200) } };

/** The calls about rules (F-data-16). */
export const ruleEndpoints: readonly DataEndpoint[] = [
  {
    method: 'GET',
    path: '/2/tweets/search/stream/rules',
    callers: ['app', 'user'],
    query: { ids: { is: listOf(digits, 1000) }, ...pageParams(1000) },
    run: (call) => listed(call, streamRules.collection),
  },
  {
    method: 'POST',
    path: '/2/tweets/search/stream/rules',
    callers: ['app', 'user'],
    success: { statuses: [200, 201] },
    query: { dry_run: { is: flag }, delete_all: { is: flag } },
    body: {
      add: {
        is: listOf(
          objectOf('stream_rule', () => rule),
          1000,
        ),
      },
      delete: {
        is: objectOf('stream_rule_names', () => ({
          ids: { is: listOf(digits, 1000) },
          values: { is: listOf(text(longestRule), 1000) },
        })),
      },
    },
    run: changeRules,
  },
  {
    method: 'GET',
    path: '/2/powerstream/rules',
    callers: ['app', 'user'],
    query: pageParams(1000),
    run: (call) => listed(call, powerstreamRules.collection),
  },
];

function listed({ world, caller, query }: DataCall, collection: string): DataAnswer {
  const ids = query['ids'] === undefined ? undefined : new Set(textsIn(query, 'ids'));
  const own = rulesOf(world, collection, caller.app.id).filter(({ id }) => ids === undefined || ids.has(id));
  const { records, meta } = pageOf(own, query, 1000);
  const data = records.map(show);
  return { body: { ...(data.length === 0 ? {} : { data }), meta: { sent: sent(world), ...meta } } };
}

function changeRules(call: DataCall): DataAnswer {
  const { body, query } = call;
  const removed = body['delete'];
  if (query['delete_all'] === true || isFields(removed)) {
    if (body['add'] !== undefined) throw invalidParameter('add', 'add and delete are exclusive parameters');
    return remove(call, isFields(removed) ? removed : undefined);
  }
  const added = body['add'];
  if (!isList(added)) throw invalidParameter('add', 'One of add and delete is required');
  return add(call, added.filter(isFields));
}

function add(call: DataCall, added: readonly Fields[]): DataAnswer {
  const { world, caller, query, family } = call;
  const known = rulesOf(world, streamRules.collection, caller.app.id);
  const most = world.limits.data.stream_rules;
  if (known.length + added.length > most)
    throw new DataProblem(400, 'RulesCapExceeded', `No more than ${most} rules are allowed.`, {
      kind: 'rule-cap',
    });
  const values = new Map(known.map((each) => [textIn(each, 'value'), each.id]));
  const created: Fields[] = [];
  const errors: Fields[] = [];
  for (const each of added) {
    const value = textIn(each, 'value') ?? '';
    const wrong = syntaxProblem(value);
    const twin = values.get(value);
    if (wrong !== undefined) {
      errors.push({
        value,
        details: [wrong],
        title: 'Invalid Rule',
        type: problemType(family, 'invalid-rules'),
      });
    } else if (twin !== undefined) {
      errors.push({ value, id: twin, title: 'DuplicateRule', type: problemType(family, 'duplicate-rules') });
    } else {
      const kept = query['dry_run'] === true ? { value, id: '0' } : keepRule(call, each, value);
      values.set(value, kept.id);
      created.push({
        value,
        ...(textIn(each, 'tag') === null ? {} : { tag: textIn(each, 'tag') }),
        id: kept.id,
      });
    }
  }
  const invalid = errors.filter(({ title }) => title === 'Invalid Rule').length;
  const summary = {
    created: created.length,
    not_created: errors.length,
    valid: added.length - invalid,
    invalid,
  };
  return {
    status: errors.length > 0 && created.length === 0 ? 400 : 201,
    body: {
      ...(created.length === 0 ? {} : { data: created }),
      meta: { sent: sent(world), summary },
      ...(errors.length === 0 ? {} : { errors }),
    },
  };
}

function keepRule({ world, caller }: DataCall, each: Fields, value: string): StoredRecord {
  return keep(world, streamRules, { value, tag: textIn(each, 'tag'), app_id: caller.app.id });
}

function remove({ world, caller, query }: DataCall, named: Fields | undefined): DataAnswer {
  const known = rulesOf(world, streamRules.collection, caller.app.id);
  const ids = new Set(named === undefined ? known.map(({ id }) => id) : textsIn(named, 'ids'));
  const values = new Set(named === undefined ? [] : textsIn(named, 'values'));
  const gone = known.filter((each) => ids.has(each.id) || values.has(textIn(each, 'value') ?? ''));
  if (query['dry_run'] !== true) for (const { id } of gone) world.store.remove(streamRules.collection, id);
  const summary = { deleted: gone.length, not_deleted: ids.size + values.size - gone.length };
  return { body: { meta: { sent: sent(world), summary } } };
}

function syntaxProblem(value: string): string | undefined {
  try {
    readPostQuery(value);
    return undefined;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error.message;
    throw error;
  }
}

function rulesOf({ store }: World, collection: string, appId: string): readonly StoredRecord[] {
  return [...store.in(collection, 'app_id', appId)];
}

function show(each: StoredRecord): Fields {
  const tag = textIn(each, 'tag');
  return { id: each.id, value: textIn(each, 'value'), ...(tag === null ? {} : { tag }) };
}

function sent({ clock }: World): string {
  return new Date(clock.now()).toISOString();
}
