import { recordPlan } from './record-plan.ts';
import { terminalSvg } from './terminal-svg.ts';

/** The picture of a plan: SVG, of what `adsync plan` writes to a terminal. */
export async function planPicture(): Promise<string> {
  const text = await recordPlan();
  return terminalSvg('A plan in a terminal, as adsync shows it', [
    '$ \u001b[1madsync plan\u001b[22m',
    ...text.trimEnd().split('\n'),
  ]);
}
