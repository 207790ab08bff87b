import { randomUUID } from 'node:crypto';
import { copyState } from '../state/copy-state.ts';
import { currentHolder } from '../state/holder.ts';
import { type Context, print } from './context.ts';
import { stateUrlWithin } from './settings.ts';
import { untilFree } from './until-free.ts';

/** Copies a state from one place to another, and says what was copied. Gives the exit code. */
export async function copyBetween(context: Context, from: string, to: string): Promise<number> {
  const holder = currentHolder(randomUUID());
  const request = { from: stateUrlWithin(context, from), to: stateUrlWithin(context, to), holder };
  const neverStopped = new AbortController().signal;
  const copied = await untilFree(context, neverStopped, async () => await copyState(request));
  const { resources, bindings, open_intents: open, journal, members } = copied.rows;
  const counts = [
    counted(resources, 'resource'),
    counted(bindings, 'account'),
    counted(open, 'open request'),
    counted(members, 'audience member'),
    `${counted(journal, 'record')} of history`,
  ];
  print(
    context,
    `Copied ${counts.join(', ')}\n  from ${copied.from}\n  to   ${copied.to}\nThe old state is still there. From now on use one of the two only: set ADSYNC_STATE or --state to the new place.\n`,
  );
  return 0;
}

function counted(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}
