import { counted } from '../diagnostics/counted.ts';
import { checkLinks, type DeadLink } from '../lookups/check-links.ts';
import { linksOf } from '../lookups/links-of.ts';
import { withinAnyPattern } from '../schemas/address-pattern.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { Interrupted } from './interrupted.ts';
import type { Run } from './run.ts';

/** How long one link may take, redirects included, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Tries the links of a document, or of those of its resources that are chosen, and notes those that do not answer, or with a
 * status that is no success, each at its first place. Refuses nothing: who plans may see less of the web than who clicks.
 * Throws Interrupted.
 */
export async function noteLinks(
  { frontend, signal, version }: Pick<Run, 'frontend' | 'signal' | 'version'>,
  { resources }: DesiredDocument,
  { targets, excludes }: { readonly targets: readonly string[]; readonly excludes: readonly string[] },
): Promise<void> {
  const isChosen = targets.length === 0 ? () => true : withinAnyPattern(targets);
  const isLeftOut = withinAnyPattern(excludes);
  const links = linksOf(resources.filter(({ address }) => isChosen(address) && !isLeftOut(address)));
  const dead = await frontend.progress(
    'Trying links',
    async (progress) =>
      await checkLinks({
        links,
        version,
        timeoutMs,
        signal,
        onDone: (count) => progress.say(`Trying links: ${count} of ${links.length}`),
      }),
  );
  if (signal.aborted) throw new Interrupted();
  for (const link of dead) frontend.note(describe(link));
  const bad =
    dead.length === 0 ? 'all answer' : `${dead.length} of them ${dead.length === 1 ? 'does' : 'do'} not work`;
  frontend.note(
    links.length === 0 ? 'There are no links to try.' : `Tried ${counted(links.length, 'link')}: ${bad}.`,
  );
}

function describe({ url, places, answer }: DeadLink): string {
  const [first] = places;
  const at = first === undefined ? '' : `${first.source.file}:${first.source.line}:${first.source.column}: `;
  const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
  const { status, problem } = answer;
  const said = [
    status === undefined ? 'does not answer' : `answers ${status}`,
    ...(problem === undefined ? [] : [problem]),
  ];
  const leads = answer.url === url ? '' : ` leads to ${answer.url}, which`;
  return `${at}${url}${leads} ${said.join(': ')} (${first?.address ?? ''}${more})`;
}
