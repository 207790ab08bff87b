import type { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { EndpointFacts } from './endpoint-facts.ts';
import { membersOf } from './read-spec.ts';

const mostShown = 20;

/** ADSYNC_CALL_INVALID for a call whose input has these faults; none of its values is repeated. */
export function callFault(
  { name, takes }: Pick<EndpointFacts, 'name' | 'takes'>,
  { issues }: z.ZodError,
): AdsyncError {
  const known = membersOf(takes).map((member) => member.name);
  const lines = issues.map((issue) => {
    const [unknown] = issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [];
    const meant = unknown === undefined ? undefined : nearest(unknown, known);
    return `${placeOf(issue.path, 'the input')} ${issue.message}${meant === undefined ? '' : `; is ${meant} meant?`}`;
  });
  const shown = lines.slice(0, mostShown).map((line) => printable(line.slice(0, 500)));
  const more = lines.length > mostShown ? [`and ${lines.length - mostShown} more`] : [];
  return new AdsyncError(
    'ADSYNC_CALL_INVALID',
    `client.${name} was given ${counted(lines.length, 'thing')} that it does not take`,
    {
      lines: [...shown, ...more],
      remedy: 'Nothing was sent.',
    },
  );
}

/** ADSYNC_ANSWER_INVALID for an answer that is not what the documentation says. */
export function answerFault({ method, path }: EndpointFacts, { issues }: z.ZodError): AdsyncError {
  const [first] = issues;
  const what = first === undefined ? 'is not known' : `${placeOf(first.path, 'the answer')} ${first.message}`;
  return new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered ${method} ${path} with what is not documented: ${printable(what)}`,
  );
}

function placeOf(path: readonly PropertyKey[], whole: string): string {
  return path.length === 0 ? whole : path.map(String).join('.');
}
