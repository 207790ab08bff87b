import { printable } from '../diagnostics/display-text.ts';
import type { SeenPost } from '../schemas/seen-post.ts';
import type { Sheet } from './sheet.ts';
import { tableLines } from './table-lines.ts';
import { shortenMiddle } from './text-width.ts';

/** The most columns of a terminal that a post's text takes in a table; programs get it whole. */
const longestText = 40;

/** Posts with their public counts, a row for each. */
export function postsSheet(posts: readonly SeenPost[]): Sheet {
  const names = [...new Set(posts.flatMap(({ metrics }) => Object.keys(metrics)))];
  return {
    text: (width) => {
      const rows = posts.map((post) => [
        post.id,
        shortenMiddle(post.text.replaceAll(/\s+/g, ' '), longestText),
        (post.createdAt ?? '').slice(0, 10),
        ...names.map((name) => count(post, name)?.toLocaleString('en-US') ?? ''),
      ]);
      const head = ['id', 'text', 'created', ...names.map((name) => name.replace(/_count$/, ''))];
      const shown = [head, ...rows].map((row) => row.map(printable));
      return `${tableLines(shown, { width, indent: 0 }).join('\n')}\n`;
    },
    grid: () => [
      ['id', 'author_id', 'created_at', ...names, 'text'],
      ...posts.map((post) => [
        post.id,
        post.authorId ?? '',
        post.createdAt ?? '',
        ...names.map((name) => String(count(post, name) ?? '')),
        post.text,
      ]),
    ],
    records: posts.map(({ id, text, authorId, createdAt, metrics }) => ({
      id,
      text,
      author_id: authorId,
      created_at: createdAt,
      public_metrics: metrics,
    })),
  };
}

function count({ metrics }: SeenPost, name: string): number | null {
  return Object.hasOwn(metrics, name) ? (metrics[name] ?? null) : null;
}
