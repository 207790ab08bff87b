import { Agent } from 'undici';
import type { Link } from './links-of.ts';
import { type LinkAnswer, tryLink } from './try-link.ts';

export interface LinkCheck {
  readonly links: readonly Link[];
  readonly version: string;
  /** How long one link may take, redirects included, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Is told how many links are done. */
  onDone?(count: number): void;
}

/** A link that does not work, and what it leads to. */
export interface DeadLink extends Link {
  readonly answer: LinkAnswer;
}

const atOnce = 8;
const largestHeadBytes = 16 * 1024;

/** Tries each link once, eight at a time. Returns those that do not answer, or with a status that is no success, in order. */
export async function checkLinks(check: LinkCheck): Promise<readonly DeadLink[]> {
  const { links, timeoutMs, version, signal } = check;
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: timeoutMs },
    maxHeaderSize: largestHeadBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const answers = new Map<Link, LinkAnswer>();
  const waiting = links.values();
  const work = async (): Promise<void> => {
    for (const link of waiting) {
      if (signal.aborted) return;
      answers.set(link, await tryLink(link.url, { dispatcher, version, timeoutMs, signal }));
      check.onDone?.(answers.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await dispatcher.destroy();
  }
  return links.flatMap((link) => {
    const answer = answers.get(link);
    const isDead =
      answer !== undefined &&
      (answer.problem !== undefined || answer.status === undefined || answer.status >= 400);
    return isDead ? [{ ...link, answer }] : [];
  });
}
