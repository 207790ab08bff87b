import type { StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { authorOf, isRepost, metricsOf, referencesOf, textOf } from './read-post.ts';

/** Whether a post is what a query looks for. */
export type PostTest = (world: World, post: StoredRecord) => boolean;

/** A query that could not be read. */
export class QuerySyntaxError extends Error {}

const deepest = 30;
const token = /\(|\)|-?"[^"]*"|[^\s()]+/g;

/**
 * Reads a query of search and stream rules: words and "phrases" that all must be there, `OR`, `-` and brackets, and
 * operators (`from:`, `min_likes:` and others: F-data-11). Throws QuerySyntaxError.
 */
export function readPostQuery(text: string): PostTest {
  const tokens = text.match(token) ?? [];
  const reader = new Reader(tokens);
  const test = reader.any(0);
  if (!reader.isDone) throw new QuerySyntaxError(`unexpected "${reader.peek() ?? ''}"`);
  return test;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isDone(): boolean {
    return this.#at >= this.#tokens.length;
  }

  peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  any(depth: number): PostTest {
    if (depth > deepest) throw new QuerySyntaxError('nested too deeply');
    const tests = [this.#all(depth)];
    while (this.peek() === 'OR') {
      this.#at += 1;
      tests.push(this.#all(depth));
    }
    return (world, post) => tests.some((test) => test(world, post));
  }

  #all(depth: number): PostTest {
    const tests: PostTest[] = [];
    for (let next = this.peek(); next !== undefined && next !== ')' && next !== 'OR'; next = this.peek()) {
      this.#at += 1;
      tests.push(this.#one(next, depth));
    }
    if (tests.length === 0) throw new QuerySyntaxError('something to look for is missing');
    return (world, post) => tests.every((test) => test(world, post));
  }

  #one(next: string, depth: number): PostTest {
    if (next === '-' || (next.startsWith('-') && next.length > 1)) {
      const rest = next.slice(1);
      const test = rest === '' ? this.#group(depth) : termTest(rest);
      return (world, post) => !test(world, post);
    }
    if (next !== '(') return termTest(next);
    this.#at -= 1;
    return this.#group(depth);
  }

  #group(depth: number): PostTest {
    if (this.peek() !== '(') throw new QuerySyntaxError('"-" stands before nothing');
    this.#at += 1;
    const test = this.any(depth + 1);
    if (this.peek() !== ')') throw new QuerySyntaxError('a bracket is not closed');
    this.#at += 1;
    return test;
  }
}

function termTest(term: string): PostTest {
  const [, name, value] = /^([a-z_]+):(.+)$/.exec(term) ?? [];
  const operator = name !== undefined && Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (operator !== undefined && value !== undefined) return operator(value.replaceAll('"', ''));
  const wanted = term.replaceAll('"', '').toLowerCase();
  return (_world, post) => textOf(post).toLowerCase().includes(wanted);
}

const operators: Readonly<Record<string, (value: string) => PostTest>> = {
  from: (value) => (world, post) => isUser(world, authorOf(post), value),
  to: (value) => (world, post) => isUser(world, textIn(post, 'in_reply_to_user_id') ?? '', value),
  lang: (value) => (_world, post) => (textIn(post, 'lang') ?? 'en') === value,
  conversation_id: (value) => (_world, post) => (textIn(post, 'conversation_id') ?? post.id) === value,
  has: (value) => (_world, post) => hasPart(post, value),
  is: (value) => (_world, post) => isOfSort(post, value),
  min_likes: atLeast('like_count'),
  min_replies: atLeast('reply_count'),
  min_reposts: atLeast('retweet_count'),
};

function isUser({ store }: World, id: string, value: string): boolean {
  const handle = value.replace(/^@/, '').toLowerCase();
  const user = store.get('users', id);
  return id === value || (user !== undefined && textIn(user, 'screen_name')?.toLowerCase() === handle);
}

function hasPart(post: StoredRecord, part: string): boolean {
  if (part === 'media') return textsIn(post, 'media_keys').length > 0;
  const signs: Readonly<Record<string, RegExp>> = {
    links: /https?:\/\//,
    mentions: /@\w/,
    hashtags: /#\w/,
  };
  return Object.hasOwn(signs, part) && signs[part]?.test(textOf(post)) === true;
}

function isOfSort(post: StoredRecord, sort: string): boolean {
  if (sort === 'retweet') return isRepost(post);
  const types: Readonly<Record<string, string>> = { reply: 'replied_to', quote: 'quoted' };
  const type = Object.hasOwn(types, sort) ? types[sort] : undefined;
  return referencesOf(post).some((reference) => reference.type === type);
}

function atLeast(count: string): (value: string) => PostTest {
  return (value) => {
    if (!/^\d{1,15}$/.test(value)) throw new QuerySyntaxError(`"${value}" is no number`);
    return (_world, post) => (longIn(metricsOf(post), count) ?? 0n) >= BigInt(value);
  };
}
